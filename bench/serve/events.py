"""Events of one session to many clients, by `fovea serve` and by socket.io on Node."""

import base64
import io
import os
import time

from common import HERE, Program, processor_seconds, status_bytes

THUMBNAIL = 24 << 10
BARS = {"json": 1.6, "waiting": 8, "thumbnail": 2.4}


class Talker:
    """`fovea serve`, whose model says something."""

    def __init__(self, fovea):
        self.name, self.port, self.token, self.session, self.pid = (
            fovea.name, fovea.port, fovea.token, fovea.session, fovea.pid)
        self.fovea = fovea
        self.build = fovea.build

    def emit(self, rounds, burst, every):
        self.fovea.say("{rounds=%d burst=%d every=%d}" % (rounds, burst, every))

    def emit_thumbnails(self, rounds):
        for _ in range(rounds):
            data = base64.b64encode(thumbnail()).decode()
            self.fovea.say("look {rounds=1 burst=1 every=0}", [{"data": data, "name": "a.jpg"}])


class SocketIo:
    name = "socket.io on Node"
    token = "t"
    session = "bench"

    def __init__(self, build):
        self.build = build
        self.program = Program(["node", HERE / "peer.mjs"])
        self.port = self.program.line()["port"]
        self.pid = self.program.process.pid

    def emit(self, rounds, burst, every):
        self.program.ask({"rounds": rounds, "burst": burst, "every": every, "bytes": 0})

    def emit_thumbnails(self, rounds):
        self.program.ask({"rounds": rounds, "burst": 1, "every": 20, "bytes": (THUMBNAIL + 2) // 3 * 4})


def thumbnail():
    """Noise that JPEG writes in about that many bytes; another one each time."""
    from PIL import Image
    picture = Image.frombytes("L", (200, 200), os.urandom(200 * 200))
    file = b""
    for quality in range(95, 5, -3):
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality)
        file = out.getvalue()
        if len(file) <= THUMBNAIL:
            break
    return file


def settled(clients, expected):
    """What came, once all of it did or nothing more comes."""
    total = clients.ask({})
    for _ in range(200):
        if total["count"] >= expected:
            break
        time.sleep(0.1)
        total["count"] += clients.ask({})["count"]
    return total


def measure(server, event, count, expected, act):
    clients = Program([server.build / "bin/fovea-bench-clients", str(server.port), server.token, server.session, str(count), event])
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
    base = status_bytes(server.pid, "VmRSS")
    clients = Program([server.build / "bin/fovea-bench-clients", str(server.port), server.token, "", str(count), "none"])
    clients.line()
    held = clients.ask({})
    grown = status_bytes(server.pid, "VmRSS") - base
    clients.close()
    return {"clients": count - held["closed"], "bytes_per_client": grown / count}


def run(fovea, options):
    clients, figures = options.clients, {}
    scenes = [
        ("json", "one event at a time, as fast as they come", "text_delta", 400, lambda s: s.emit(400, 1, 5)),
        ("waiting", "8 events at once", "text_delta", 800, lambda s: s.emit(100, 8, 20)),
        ("thumbnail", "events with a 24 KB picture", "image", 40, lambda s: s.emit_thumbnails(40)),
        ("calm", "20 events a second", "text_delta", 200, lambda s: s.emit(200, 1, 50)),
    ]
    servers = [Talker(fovea), SocketIo(fovea.build)]
    for key, about, event, rounds, act in scenes:
        print(f"{about}, {clients} clients", flush=True)
        figures[key] = {}
        for server in servers:
            found = measure(server, event, clients, rounds * clients, lambda: act(server))
            figures[key][server.name] = found
            print("  %-18s %6.2f us of the server a delivery, p50 %6.1f ms, p99 %6.1f ms, %d missing" % (
                server.name, found["us_per_delivery"], found["p50_ms"], found["p99_ms"], found["missing"]), flush=True)
        ours, theirs = (figures[key][server.name] for server in servers)
        if key in BARS:
            print("  %.1f times (bar %.1f)" % (theirs["us_per_delivery"] / ours["us_per_delivery"], BARS[key]))
        else:
            print("  p50 is %.2f of socket.io's (bar 0.5)" % (ours["p50_ms"] / theirs["p50_ms"]))
    if options.idle:
        print(f"{options.idle} clients that only listen", flush=True)
        for server in servers:
            figures.setdefault("idle", {})[server.name] = found = idle(server, options.idle)
            print("  %-18s %d held, %.1f KB each" % (server.name, found["clients"], found["bytes_per_client"] / 1024))
    return figures
