"""Events of one session to many clients, by `fovea serve` and by socket.io on Node."""

import time

from common import HERE, Program, processor_seconds, status_bytes

THUMBNAIL = 24 << 10
BARS = {"json": 1.6, "waiting": 8, "thumbnail": 2.4}


class Speaker:
    """`fovea serve` whose events come from beside it, as those of the other one do."""
    name = "fovea serve"

    def __init__(self, build, folder):
        self.build = build
        self.program = Program([build / "bin/fovea-bench-speaker", folder])
        self.pid = self.program.process.pid
        ready = self.program.line()
        self.port, self.token, self.session = ready["port"], ready["token"], ready["session"]

    def emit(self, rounds, burst, every, size=0):
        self.program.ask({"rounds": rounds, "burst": burst, "every": every, "bytes": size})


class SocketIo:
    name = "socket.io on Node"
    token = "t"
    session = "bench"

    def __init__(self, build):
        self.build = build
        self.program = Program(["node", HERE / "peer.mjs"])
        self.port = self.program.line()["port"]
        self.pid = self.program.process.pid

    def emit(self, rounds, burst, every, size=0):
        self.program.ask({"rounds": rounds, "burst": burst, "every": every, "bytes": (size + 2) // 3 * 4})


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
        ("thumbnail", "events with a 24 KB picture", "image", 100, lambda s: s.emit(100, 1, 50, THUMBNAIL)),
        ("calm", "20 events a second", "text_delta", 200, lambda s: s.emit(200, 1, 50)),
    ]
    servers = [Speaker(fovea.build, fovea.folder / "speaker"), SocketIo(fovea.build)]
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
