"""The programs that are measured: long-running processes that take one JSON request a line."""

import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


class Failed(Exception):
    """A job went wrong, or the program died."""


class Program:
    """How to start one. `variants` are its settings; the fastest of them counts."""

    def __init__(self, name, command, variants, folder=None):
        self.name, self.command, self.variants, self.folder = name, command, variants, folder

    def start(self, core):
        return Process(self, core)


class Process:
    def __init__(self, program, core):
        self.program = program
        environment = dict(os.environ, UV_THREADPOOL_SIZE="1")
        self.process = subprocess.Popen(
            ["taskset", "-c", str(core)] + program.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=program.folder,
            env=environment,
            text=True,
        )

    def run(self, job, file, variant="default", out=None):
        request = {"job": job, "file": file, "variant": variant}
        if out:
            request["out"] = out
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Failed("%s ended while it did %s of %s" % (self.program.name, job, file))
        try:
            reply = json.loads(line)
        except ValueError:
            raise Failed("%s answered no JSON: %.80s" % (self.program.name, line))
        if "error" in reply:
            raise Failed("%s: %s of %s: %s" % (self.program.name, job, file, reply["error"]))
        return reply

    def run_all(self, job, files, variant):
        """A job on each file, all asked for at once: nobody waits for this script between two of them."""
        for file in files:
            self.process.stdin.write(json.dumps({"job": job, "file": file, "variant": variant}) + "\n")
        self.process.stdin.flush()
        for file in files:
            reply = json.loads(self.process.stdout.readline() or '{"error": "it ended"}')
            if "error" in reply:
                raise Failed("%s of %s by %s: %s" % (job, file, self.program.name, reply["error"]))

    def peak_kib(self):
        """The peaks of the process and of all that it started, added up: an upper bound where they share memory."""
        return sum(high_water(pid) for pid in [self.process.pid] + descendants(self.process.pid))

    def stop(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def high_water(pid):
    try:
        for line in pathlib.Path("/proc/%d/status" % pid).read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    except OSError:
        pass  # it ended meanwhile
    return 0


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


def peers(folder):
    """sharp and Pillow, as setup-peers.sh installs them."""
    return [
        Program("sharp", ["node", str(HERE / "peers/sharp.mjs")], ("default", "fast"), folder),
        Program("pillow", ["/usr/bin/python3", str(HERE / "peers/pillow.py")], ("default", "fast")),
    ]


def ours(path):
    return Program("fovea", [str(path)], ("default",))
