#!/usr/bin/python3
"""Events of one session to many clients, by `fovea serve` and by socket.io on Node; see README.md.

    bench/serve/run.py                          1,000 clients, then 10,000 that only listen
    bench/serve/run.py --clients 200 --idle 0 --json FILE
"""

import argparse
import atexit
import base64
import io
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TICK = os.sysconf("SC_CLK_TCK")
CONFIGURATION = """
model = "mock/m"
[providers.mock]
kind = "openai_chat"
base_url = "http://127.0.0.1:%d"
api_key_env = "FOVEA_BENCH_KEY"
[models."m"]
vision = true
[images]
max_per_session = 100000
"""
THUMBNAIL = 24 << 10
BARS = {"json": 1.6, "waiting": 8, "thumbnail": 2.4}


class Program:
    """A child that speaks in lines of JSON."""

    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self.close)

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            sys.exit("a program of the benchmark ended early")
        return json.loads(text)

    def ask(self, value):
        self.process.stdin.write(json.dumps(value) + "\n")
        self.process.stdin.flush()
        return self.line()

    def close(self):
        self.process.kill()
        self.process.wait()


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident_bytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


class Fovea:
    name = "fovea serve"

    def __init__(self, build, folder):
        self.provider = Program(["node", HERE / "provider.mjs"])
        config = folder / "config.toml"
        config.write_text(CONFIGURATION % self.provider.line()["port"])
        config.chmod(0o600)
        self.process = subprocess.Popen(
            [build / "bin/fovea", "serve", "--port", "0", "--data", folder / "data", "--config", config],
            env=dict(os.environ, FOVEA_BENCH_KEY="k", HOME=str(folder)), stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "http://" in line:
                url = line[line.index("http://"):].split()[0]
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.port = int(url.split(":")[2].split("/")[0])
        self.token = url.split("token=")[1]
        self.session = self.post("/sessions", {})["session_id"]
        self.pid = self.process.pid
        atexit.register(self.close)

    def post(self, path, value):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(value).encode(),
            {"authorization": "Bearer " + self.token, "content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.loads(answer.read())

    def say(self, message, images=()):
        return self.post(f"/sessions/{self.session}/messages?wait=true", {"message": message, "images": list(images)})

    def emit(self, rounds, burst, every):
        self.say("{rounds=%d burst=%d every=%d}" % (rounds, burst, every))

    def emit_thumbnails(self, rounds):
        for number in range(rounds):
            self.say("look {rounds=1 burst=1 every=0}", [{"data": base64.b64encode(thumbnail(number)).decode(), "name": "a.jpg"}])

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.provider.close()


class SocketIo:
    name = "socket.io on Node"
    token = "t"
    session = "bench"

    def __init__(self):
        self.program = Program(["node", HERE / "peer.mjs"])
        self.port = self.program.line()["port"]
        self.pid = self.program.process.pid

    def emit(self, rounds, burst, every):
        self.program.ask({"rounds": rounds, "burst": burst, "every": every, "bytes": 0})

    def emit_thumbnails(self, rounds):
        self.program.ask({"rounds": rounds, "burst": 1, "every": 20, "bytes": (THUMBNAIL + 2) // 3 * 4})

    def close(self):
        self.program.close()


def thumbnail(number):
    """Noise that JPEG writes in about that many bytes; another one each time."""
    from PIL import Image
    picture = Image.frombytes("L", (200, 200), os.urandom(200 * 200))
    quality, file = 95, b""
    while quality > 5:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality)
        file = out.getvalue()
        if len(file) <= THUMBNAIL:
            break
        quality -= 3
    return file


def settled(clients, expected):
    """What came, once nothing more comes."""
    report = clients.ask({})
    total = report
    for _ in range(200):
        if total["count"] >= expected:
            break
        time.sleep(0.1)
        report = clients.ask({})
        total["count"] += report["count"]
    return total


def measure(server, event, count, expected, act):
    clients = Program(["node", HERE / "clients.mjs", str(server.port), server.token, server.session, str(count), event])
    clients.line()
    clients.ask({})
    before = processor_seconds(server.pid)
    act()
    report = settled(clients, expected)
    spent = processor_seconds(server.pid) - before
    clients.close()
    time.sleep(1)
    return {"deliveries": report["count"], "missing": max(0, expected - report["count"]),
            "us_per_delivery": spent * 1e6 / max(1, report["count"]),
            "p50_ms": report["p50_us"] / 1000, "p99_ms": report["p99_us"] / 1000}


def idle(server, count):
    base = resident_bytes(server.pid)
    clients = Program(["node", HERE / "clients.mjs", str(server.port), server.token, "", str(count), "none"])
    clients.line()
    held = clients.ask({})
    grown = resident_bytes(server.pid) - base
    clients.close()
    return {"clients": count - held["closed"], "bytes_per_client": grown / count}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    options.add_argument("--corpus", help="not used here")
    options.add_argument("--clients", type=int, default=1000)
    options.add_argument("--idle", type=int, default=10_000)
    options.add_argument("--json", type=pathlib.Path)
    chosen = options.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if not (HERE / "node_modules").is_dir():
        sys.exit("the npm packages are missing: run ./dev bench serve")
    clients, figures = chosen.clients, {}
    scenes = [
        ("json", "one event at a time, as fast as they come", "text_delta", 400, lambda s: s.emit(400, 1, 5)),
        ("waiting", "8 events at once", "text_delta", 800, lambda s: s.emit(100, 8, 20)),
        ("thumbnail", "events with a 24 KB picture", "image", 40, lambda s: s.emit_thumbnails(40)),
        ("calm", "20 events a second", "text_delta", 200, lambda s: s.emit(200, 1, 50)),
    ]
    with tempfile.TemporaryDirectory() as folder:
        servers = [Fovea(chosen.build.resolve(), pathlib.Path(folder)), SocketIo()]
        for key, about, event, rounds, act in scenes:
            print(f"{about}, {clients} clients", flush=True)
            figures[key] = {}
            for server in servers:
                found = measure(server, event, clients, rounds * clients, lambda: act(server))
                figures[key][server.name] = found
                print("  %-18s %6.2f us of the server a delivery, p50 %6.1f ms, p99 %6.1f ms, %d missing" % (
                    server.name, found["us_per_delivery"], found["p50_ms"], found["p99_ms"], found["missing"]))
            ours, theirs = (figures[key][server.name] for server in servers)
            if key in BARS:
                ratio = theirs["us_per_delivery"] / ours["us_per_delivery"]
                print("  %.1f times (bar %.1f)" % (ratio, BARS[key]))
            else:
                print("  p50 is %.2f of socket.io's (bar 0.5)" % (ours["p50_ms"] / theirs["p50_ms"]))
        if chosen.idle:
            print(f"{chosen.idle} clients that only listen", flush=True)
            for server in servers:
                figures.setdefault("idle", {})[server.name] = found = idle(server, chosen.idle)
                print("  %-18s %d held, %.1f KB each" % (server.name, found["clients"], found["bytes_per_client"] / 1024))
        for server in servers:
            server.close()
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n")


main()
