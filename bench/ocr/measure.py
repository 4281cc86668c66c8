"""Runs the programs: how long they take, what they print, and the most memory that they and their workers hold."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import score

Run = collections.namedtuple("Run", "output seconds cpu_seconds")
Read = collections.namedtuple("Read", "words cpu_seconds")


class Failed(Exception):
    """A program could not do its job."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, environment):
    """The process from its start to its end. CPU time is its own and that of the children it waited for."""
    with tempfile.TemporaryFile() as complaints:
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.stdout.close()
        process.returncode = os.waitstatus_to_exitcode(status)  # or Popen would wait for it too
        if process.returncode != 0:
            complaints.seek(0)
            text = complaints.read().decode("utf-8", "replace").strip()
            raise Failed("%s ended with %d: %s" % (" ".join(command), process.returncode, text or "no message"))
    return Run(output.decode("utf-8", "replace"), seconds, usage.ru_utime + usage.ru_stime)


def one_core(command):
    """All on the same core, so that threads cost what they cost."""
    return ["taskset", "-c", "0"] + command


class Tesseract:
    """On the whole picture, as a person runs it, with one thread."""

    def __init__(self, language):
        self.language = language
        self.environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}

    def read(self, picture):
        done = run(one_core(["tesseract", str(picture), "-", "-l", self.language, "tsv"]), self.environment)
        return Read(score.read_tsv(done.output), done.cpu_seconds)


class Paddle:
    """PaddleOCR v4 in a process that stays: what counts is the reading, not the start."""

    def __init__(self, folder):
        program = pathlib.Path(__file__).parent / "peers/paddle.mjs"
        self.process = subprocess.Popen(
            one_core(["node", str(program), str(folder)]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, picture):
        self.process.stdin.write("%s\n" % picture)
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Failed("PaddleOCR ended at %s" % picture)
        answer = json.loads(line)
        return Read(score.read_lines(answer["lines"]), answer["cpu_seconds"])


class Fovea:
    """`fovea describe --json` with an empty home for its settings and its cache."""

    def __init__(self, program, folder, caching):
        self.program = program
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("FOVEA_", "OMP_"))}
        self.environment["XDG_CONFIG_HOME"] = os.path.join(folder, "config")
        self.environment["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        self.environment["XDG_DATA_HOME"] = os.path.join(folder, "data")
        if not caching:
            self.environment["FOVEA_CACHE_ENTRIES"] = "0"

    def command(self, picture):
        return one_core([str(self.program), "describe", "--json", str(picture)])

    def read(self, picture):
        return run(self.command(picture), self.environment)

    def peaks(self, picture):
        """{program: KiB}, the most that any one process of that name held."""
        watch = Watch()
        process = subprocess.Popen(
            self.command(picture), env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL
        )
        watch.start(process.pid)
        process.wait()
        return watch.stop()


class Watch:
    """Looks at a process and its descendants every few milliseconds. What it reads is the kernel's own high-water
    mark, so a short peak is seen as long as the process is looked at once after it."""

    def __init__(self):
        self.found = {}
        self.over = threading.Event()

    def start(self, pid):
        self.thread = threading.Thread(target=self.watch, args=(pid,))
        self.thread.start()

    def stop(self):
        self.over.set()
        self.thread.join()
        return self.found

    def watch(self, pid):
        while not self.over.wait(0.005):
            for process in [pid] + descendants(pid):
                name, peak = name_and_peak(process)
                self.found[name] = max(peak, self.found.get(name, 0))


def name_and_peak(pid):
    name, peak = "", 0
    try:
        for line in pathlib.Path("/proc/%d/status" % pid).read_text().splitlines():
            if line.startswith("Name:"):
                name = line.split(maxsplit=1)[1]
            elif line.startswith("VmHWM:"):
                peak = int(line.split()[1])
    except OSError:
        pass  # it ended meanwhile
    return name, peak


def descendants(pid):
    found = []
    for task in pathlib.Path("/proc/%d/task" % pid).glob("*/children"):
        try:
            children = [int(child) for child in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child] + descendants(child)
    return found


def described(output):
    """The words are what this is about, so an answer without them is no answer."""
    try:
        reply = json.loads(output)
    except ValueError:
        raise Failed("fovea printed no JSON: %.80s" % output)
    if not isinstance(reply, dict) or not isinstance(reply.get("words"), list):
        raise Failed("what fovea printed has no words: %.80s" % output)
    return reply
