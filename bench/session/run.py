#!/usr/bin/python3
"""A session that goes on and on, with a new picture in every turn: what it weighs, and what its last turns take
beside its first; see README.md.

    bench/session/run.py                       600 turns
    bench/session/run.py --turns 100 --json FILE
"""

import argparse
import json
import os
import pathlib
import queue
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

EARLY = 6  # the turn of a new session that the last one is held against
PAIRS = 15  # turns of each whose median counts
AROUND = 5  # starts whose median counts
MAX_RATIO = 1.2
MAX_BYTES_PER_TURN = 2_000_000 / 600
MAX_RESUME_MS = 100
APPEND_TURNS = 2000
MODEL = "openai/gpt-5.4"
CONFIGURATION = """
model = "%s"
[providers.openai]
kind = "openai_chat"
base_url = "%s"
api_key_env = "FOVEA_BENCH_KEY"
[images]
max_per_session = 100000
"""
CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
         "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Nothing on it is an error."},
                      "finish_reason": "stop"}]}
STREAM = ("data: %s\n\ndata: [DONE]\n\n" % json.dumps(CHUNK)).encode()
WHOLE = json.dumps({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [
    {"index": 0, "message": {"role": "assistant", "content": "Nothing on it is an error."}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}}).encode()


class Server:
    """Stamps the first byte of each request, then answers as a model would."""

    def __init__(self):
        self.arrivals = queue.Queue()
        self.socket = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.serve, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d/v1" % self.socket.getsockname()[1]

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection, connection.makefile("rb", 1 << 20) as lines:
            while first := lines.read(1):
                self.arrivals.put(time.perf_counter())
                head = {}
                first += lines.readline()
                while (line := lines.readline().strip()):
                    name, value = line.split(b":", 1)
                    head[name.lower()] = value.strip()
                if head.get(b"expect"):
                    connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
                body = lines.read(int(head.get(b"content-length", 0)))
                streams = b'"stream":true' in body
                answer, kind = (STREAM, b"text/event-stream") if streams else (WHOLE, b"application/json")
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: %s\r\ncontent-length: %d\r\n\r\n%s"
                                   % (kind, len(answer), answer))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", help="not needed: the pictures are made")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built")
    parser.add_argument("--turns", type=int, default=600)
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    return parser.parse_args()


class Desk:
    """A folder with pictures and a configuration, and the program on it."""

    def __init__(self, program, folder, turns):
        self.program, self.folder, self.server = program, folder, Server()
        (folder / "config.toml").write_text(CONFIGURATION % (MODEL, self.server.url))
        for turn in range(turns + EARLY + PAIRS):
            Image.new("RGB", (320, 200), (turn % 256, turn // 256, 90)).save(folder / ("%d.png" % turn))

    def command(self, *words):
        return [self.program, "--config", self.folder / "config.toml", "--data", self.folder / "data", *words]

    @property
    def options(self):
        return {"cwd": self.folder, "text": True,
                "env": {**os.environ, "FOVEA_BENCH_KEY": "none", "XDG_CACHE_HOME": str(self.folder / "cache")}}


def words(turn):
    return "This is what the screen shows after step %d. Is anything wrong?" % (turn + 1)


class Processes:
    """Turns of one session, every one a process of its own."""

    def __init__(self, desk, session):
        self.desk, self.session = desk, session

    def take(self, turn):
        """Milliseconds."""
        began = time.perf_counter()
        subprocess.run(self.desk.command("send", "--session", self.session, "--message", words(turn), "--image",
                                         "%d.png" % turn), stdout=subprocess.DEVNULL, check=True, **self.desk.options)
        return 1000 * (time.perf_counter() - began)

    def end(self):
        pass


class OneProcess:
    """Turns of one session, all of one process: from the message to the result."""

    def __init__(self, desk, session):
        self.fovea = subprocess.Popen(
            desk.command("-p", "--bare", "--session-id", session, "--input-format", "stream-json",
                         "--output-format", "stream-json"),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1, **desk.options)

    def take(self, turn):
        began = time.perf_counter()
        frame = {"type": "user", "content": [{"type": "image", "path": "%d.png" % turn},
                                             {"type": "text", "text": words(turn)}]}
        self.fovea.stdin.write(json.dumps(frame) + "\n")
        for line in self.fovea.stdout:
            if json.loads(line).get("type") == "message":
                return 1000 * (time.perf_counter() - began)
        raise SystemExit("run.py: fovea ended at turn %d" % (turn + 1))

    def end(self):
        self.fovea.stdin.close()
        for _ in self.fovea.stdout:
            pass
        self.fovea.wait()


def side_by_side(kind, desk, long_one, turns):
    """Milliseconds of a turn of a session that has just begun, and of the long one, in turns: what the machine does meanwhile
    happens to both."""
    short_one = kind(desk, "short-" + long_one.name)
    for turn in range(EARLY - 1):
        short_one.take(turns + turn)
    pairs = [(short_one.take(turns + EARLY + i), long_one.take(turns + EARLY + i)) for i in range(PAIRS)]
    short_one.end()
    return [statistics.median(column) for column in zip(*pairs)]


def resumed(desk, session):
    """Milliseconds from the start of the process to the first byte of its request; the median of some."""
    took = []
    for _ in range(AROUND):
        while not desk.server.arrivals.empty():
            desk.server.arrivals.get()
        began = time.perf_counter()
        subprocess.run(desk.command("-p", "And now?", "--bare", "--resume", session),
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, **desk.options)
        took.append(1000 * (desk.server.arrivals.get(timeout=1) - began))
    return statistics.median(took)


def started(desk):
    """The same for a new session: what starting the program takes."""
    took = []
    for _ in range(AROUND):
        while not desk.server.arrivals.empty():
            desk.server.arrivals.get()
        began = time.perf_counter()
        subprocess.run(desk.command("-p", "And now?", "--bare"),
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, **desk.options)
        took.append(1000 * (desk.server.arrivals.get(timeout=1) - began))
    return statistics.median(took)


def weight(desk, session):
    """Entries by kind, and the bytes of all of them."""
    with sqlite3.connect(desk.folder / "data/fovea.db") as db:
        rows = db.execute("SELECT kind, count(*), sum(length(body)) FROM entries JOIN sessions ON session = key "
                          "WHERE id = ? GROUP BY kind", (session,)).fetchall()
    return {kind: count for kind, count, _ in rows}, sum(size for _, _, size in rows)


def measure(desk, turns):
    for name, kind, session in (("a process a turn", Processes, "processes"), ("one process", OneProcess, "one")):
        long_one = kind(desk, session)
        long_one.name = session
        took = [long_one.take(turn) for turn in range(turns)]
        entries, size = weight(desk, session)
        early, late = side_by_side(kind, desk, long_one, turns)
        long_one.end()
        yield {"run": name, "turns": turns, "entries": entries, "log_bytes": size, "early_ms": early, "late_ms": late,
               "ratio": late / early, "start_ms": started(desk), "resume_ms": resumed(desk, session), "turns_ms": took}


def appends(build, folder):
    """What an append costs in a session of many turns, in CPU time: fovea-bench-session."""
    done = subprocess.run([build / "bin/fovea-bench-session", folder / "appends", str(APPEND_TURNS)],
                          stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout)


def print_table(rows):
    print("%-18s %8s %12s %12s %12s %8s %10s %10s" % (
        "", "entries", "image_state", "log bytes", "turn %d, ms" % EARLY, "last, ms", "ratio", "resume, ms"))
    for row in rows:
        print("%-18s %8d %12d %12s %12.1f %8.1f %10.2f %10.1f" % (
            row["run"], sum(row["entries"].values()), row["entries"].get("image_state", 0),
            format(row["log_bytes"], ","), row["early_ms"], row["late_ms"], row["ratio"], row["resume_ms"]))
    print("(starting the program with a new session: %.1f ms)" % rows[0]["start_ms"])


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as made:
        desk = Desk(pathlib.Path(options.build).resolve() / "bin/fovea", pathlib.Path(made), options.turns)
        rows = list(measure(desk, options.turns))
        append = appends(pathlib.Path(options.build).resolve(), desk.folder)
        file_bytes = (desk.folder / "data/fovea.db").stat().st_size
    print("%d turns with a new picture each" % options.turns)
    print_table(rows)
    print("append in a session of %d turns: %.2f ms of CPU at turn 20, %.2f at the end, ratio %.2f" % (
        append["turns"], append["early_ms"], append["late_ms"], append["ratio"]))
    print("fovea.db with both sessions: %s bytes" % format(file_bytes, ","))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"rows": rows, "append": append, "file_bytes": file_bytes}, indent=1))
    missed = [what for row in rows for what, holds in (
        ("%s: log" % row["run"], row["log_bytes"] <= MAX_BYTES_PER_TURN * options.turns),
        ("%s: last turn" % row["run"], row["ratio"] <= MAX_RATIO),
        ("%s: resume" % row["run"], row["resume_ms"] <= MAX_RESUME_MS)) if not holds]
    if append["ratio"] > MAX_RATIO:
        missed.append("append")
    print("bars: " + ("all hold" if not missed else "missed by " + ", ".join(missed)))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
