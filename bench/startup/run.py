#!/usr/bin/python3
"""From the start of the program to the first byte it sends to a model: Fovea against Node with OpenAI's SDK; see README.md.

    bench/startup/run.py                       21 turns
    bench/startup/run.py --turns 5 --json FILE
"""

import argparse
import json
import os
import pathlib
import queue
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

MIN_RATIO = 5
CONFIGURATION = """
model = "openai/gpt-5.4"
[providers.openai]
kind = "openai_chat"
base_url = "%s"
api_key_env = "FOVEA_BENCH_KEY"
"""
CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5.4",
         "choices": [{"index": 0, "delta": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}]}
ANSWER = ("data: %s\n\ndata: [DONE]\n\n" % json.dumps(CHUNK)).encode()


class Server:
    """Stamps the first byte of each connection, then answers as a model would."""

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
            with connection:
                request = connection.recv(1)
                self.arrivals.put(time.perf_counter())
                while request and not self.is_whole(request):
                    request += connection.recv(65536)
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n"
                                   b"content-length: %d\r\n\r\n%s" % (len(ANSWER), ANSWER))

    @staticmethod
    def is_whole(request):
        head, end, body = request.partition(b"\r\n\r\n")
        lengths = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        return bool(end) and len(body) >= int(lengths[0])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", help="not needed: nothing but a word is sent")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built")
    parser.add_argument("--turns", type=int, default=21, help="how often each side is started; the median counts")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    return parser.parse_args()


def start(side, server):
    """Milliseconds to the first byte, and to the end of the process."""
    began = time.perf_counter()
    ran = subprocess.run(side["command"], cwd=side["folder"], env=side["environment"], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ended = time.perf_counter()
    if ran.returncode != 0 or ran.stdout.strip() != b"hello":
        raise SystemExit("run.py: %s: %s%s" % (side["name"], ran.stdout.decode(), ran.stderr.decode()))
    return (server.arrivals.get(timeout=5) - began) * 1000, (ended - began) * 1000


def sides(build, folder, server):
    config = folder / "config.toml"
    config.write_text(CONFIGURATION % server.url)
    ours = {"PATH": os.environ["PATH"], "HOME": str(folder), "FOVEA_BENCH_KEY": "none"}
    program = [str(build / "bin/fovea"), "--config", str(config), "--data", str(folder / "data"), "-p", "hello"]
    node = shutil.which("node")
    packages = ROOT / "tests/node"
    if not node or not (packages / "node_modules/openai").is_dir():
        raise SystemExit("run.py: no node with OpenAI's SDK to compare with; ./dev bench startup installs it")
    peer = [node, "--input-type=module", "-e", (HERE / "peer.mjs").read_text()]
    return [
        {"name": "fovea -p", "command": program, "folder": folder, "environment": ours},
        {"name": "fovea -p --bare", "command": program + ["--bare"], "folder": folder, "environment": ours},
        {"name": "node, OpenAI SDK", "command": peer, "folder": packages,
         "environment": {**ours, "BASE_URL": server.url}},
    ]


def main():
    options = arguments()
    build = pathlib.Path(options.build).resolve()
    server = Server()
    with tempfile.TemporaryDirectory() as made:
        all_sides = sides(build, pathlib.Path(made), server)
        times = {side["name"]: [] for side in all_sides}
        for side in all_sides:
            start(side, server)  # files into the page cache, folders made
        for _ in range(options.turns):
            for side in all_sides:  # in turn, so that a slow minute of the machine meets all
                times[side["name"]].append(start(side, server))
    peer = statistics.median(first for first, _ in times["node, OpenAI SDK"])
    print("| program | first byte ms | process ms | node / this |")
    print("|" + " --- |" * 4)
    ratios = {}
    for name, pairs in times.items():
        first = statistics.median(first for first, _ in pairs)
        ratios[name] = peer / first
        print("| %s | %.1f | %.1f | %.1f |" % (name, first, statistics.median(all_ for _, all_ in pairs), peer / first))
    print()
    met = ratios["fovea -p"] >= MIN_RATIO
    print("%6.1f %-56s %s" % (ratios["fovea -p"], "times as fast as Node, at least %d" % MIN_RATIO, "met" if met else "MISSED"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(times, indent=1) + "\n")
    print("startup: %d of 1 bars met" % met)


if __name__ == "__main__":
    main()
