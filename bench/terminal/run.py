#!/usr/bin/env python3
"""fovea in a terminal: CPU of a key, bytes of a token, CPU of idling, time to the prompt (README.md)."""
import argparse
import fcntl
import glob
import http.server
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMPT = "›".encode()


class Model(http.server.BaseHTTPRequestHandler):
    """Says what the last words ask for: "lines N", "tokens N", else a short answer."""

    protocol_version = "HTTP/1.0"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        words = last_words(body).split()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        if words[:1] == ["lines"]:
            pieces = (f"Line {i} says what it says.\n\n" for i in range(int(words[1])))
            pause = 0
        elif words[:1] == ["tokens"]:
            pieces = (" token" if i % 12 else "\n\ntoken" for i in range(int(words[1])))
            pause = 0.04
        else:
            pieces, pause = ["Seen."], 0
        for piece in pieces:
            self.say({"choices": [{"delta": {"content": piece}}]})
            if pause:
                time.sleep(pause)
        self.say({"choices": [{"delta": {}, "finish_reason": "stop"}],
                  "usage": {"prompt_tokens": 10, "completion_tokens": 10}})
        self.wfile.write(b"data: [DONE]\n\n")

    def say(self, chunk):
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.flush()


def last_words(body):
    content = body["messages"][-1]["content"]
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "") for part in content if part.get("type") == "text")


class Terminal:
    """A program in a terminal of 100 by 30; everything that it writes is kept."""

    def __init__(self, command, folder, variables):
        self.begun = time.monotonic()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, variables)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.written = b""

    def read(self, timeout):
        if not select.select([self.fd], [], [], timeout)[0]:
            return b""
        try:
            piece = os.read(self.fd, 1 << 16)
        except OSError:
            return b""
        self.written += piece
        # Only what every terminal answers: what it is.
        if b"\x1b[c" in piece:
            self.type("\x1b[?62;22c")
        return piece

    def wait_for(self, words, since=0, patience=120):
        end = time.monotonic() + patience
        while words not in self.written[since:]:
            if time.monotonic() > end:
                sys.exit(f"it never showed {words!r}; the last was {self.written[-2000:]!r}")
            self.read(1)
        return len(self.written)

    def settle(self, quiet=0.5):
        while self.read(quiet):
            pass

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def cpu_ns(self):
        total = 0
        for file in glob.glob(f"/proc/{self.pid}/task/*/schedstat"):
            try:
                total += int(pathlib.Path(file).read_text().split()[0])
            except OSError:
                pass  # a thread that has just ended
        return total

    def end(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self.settle(0.2)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def png(number):
    """A picture of its own for every number."""
    width, height = 64, 48
    rows = b"".join(b"\0" + bytes([(number * 7) % 256, y * 5 % 256, number % 256]) * width for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def claude_version_ms(program, turns):
    """Claude Code's own way to say its version, for scale; None where it is not there."""
    if not program:
        return None
    times = []
    for _ in range(turns):
        begun = time.monotonic()
        subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times.append((time.monotonic() - begun) * 1000)
    return round(statistics.median(times), 1)


def percentile(values, share):
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--corpus", help="not used")
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--claude", default=shutil.which("claude"), help="Claude Code's program")
    parser.add_argument("--json")
    options = parser.parse_args()
    fovea = (ROOT / options.build / "bin/fovea").resolve()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="fovea-bench-terminal-") as folder:
        work = pathlib.Path(folder)
        (work / "config.toml").write_text(
            'model = "mock/seer"\n'
            f'[providers.mock]\nkind = "openai_chat"\nbase_url = "http://127.0.0.1:{server.server_port}/v1"\n'
            '[models.seer]\nvision = true\ncontext = 4000000\n'
            f"[images]\nmax_per_session = {options.pictures + 100}\n"
        )
        for i in range(options.pictures):
            (work / f"p{i}.png").write_bytes(png(i))
        variables = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        command = [str(fovea), "--config", str(work / "config.toml"), "--data", str(work / "data")]

        starts = []
        for _ in range(options.turns + 1):
            program = Terminal(command, folder, variables)
            program.wait_for(PROMPT)
            starts.append((time.monotonic() - program.begun) * 1000)
            program.settle()
            program.end()
        start = statistics.median(starts[1:])

        program = Terminal(command, folder, variables)
        program.wait_for(PROMPT)
        program.settle()
        since = len(program.written)
        program.type(f"lines {options.lines}\r")
        program.wait_for(f"Line {options.lines - 1} says".encode(), since, 300)
        program.settle()
        for first in range(0, options.pictures, 10):
            since = len(program.written)
            names = " ".join(f"@p{i}.png" for i in range(first, min(first + 10, options.pictures)))
            program.type(f"\x1b[200~{names} what?\x1b[201~\r")
            program.wait_for(b"Seen.", since)
            program.settle(0.7)

        since = len(program.written)
        program.type("tokens 240\r")
        program.wait_for(b"token", since)
        program.settle(0.3)
        since = len(program.written)
        while program.read(0.5):
            pass
        # The whole of it once more, from its first token on: what was written while it came.
        since = len(program.written)
        program.type("tokens 240\r")
        program.wait_for(b"answering", since)
        begun = len(program.written)
        end = time.monotonic() + 240 * 0.04 - 1.0
        while time.monotonic() < end:
            program.read(0.1)
        wrote = len(program.written) - begun
        said = program.written[begun:].count(b"token") * 6.1
        per_byte = wrote / max(said, 1)
        program.settle(1.0)

        keys = []
        for i in range(options.keys):
            before = program.cpu_ns()
            since = len(program.written)
            letter = "abcdefghij"[i % 10]
            program.type(letter)
            program.wait_for(letter.encode(), since)
            program.settle(0.02)
            keys.append((program.cpu_ns() - before) / 1e6)
        program.settle(1.0)

        before = program.cpu_ns()
        time.sleep(2)
        idle = (program.cpu_ns() - before) / 1e6
        program.end()

    figures = {
        "start_to_prompt_ms": round(start, 1),
        "claude_version_ms": claude_version_ms(options.claude, 5),
        "key_cpu_p50_ms": round(percentile(keys, 0.5), 3),
        "key_cpu_p99_ms": round(percentile(keys, 0.99), 3),
        "bytes_per_streamed_byte": round(per_byte, 2),
        "idle_cpu_ms_in_2_s": round(idle, 3),
        "lines": options.lines,
        "pictures": options.pictures,
    }
    for name, value in figures.items():
        print(f"{name:28} {value}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    bars = [start <= 50, figures["key_cpu_p99_ms"] <= 16, per_byte <= 4, idle <= 1]
    sys.exit(0 if all(bars) else 1)


if __name__ == "__main__":
    main()
