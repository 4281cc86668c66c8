"""A client at work while a thousand others are as slow as they may be (slowhttptest: heads, bodies, reading)."""

import statistics
import subprocess
import time

SLOW = 1000
CALLS = 400
KINDS = {"heads": ["-H"], "bodies": ["-B"], "reading": ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "32"]}


def work(fovea):
    """p99 of its calls, in milliseconds."""
    times = []
    for _ in range(CALLS):
        begun = time.perf_counter()
        fovea.ask("GET", f"/sessions/{fovea.session}/history?limit=5", timeout=30)
        times.append(time.perf_counter() - begun)
    return statistics.quantiles(times, n=100)[98] * 1000


def run(fovea, _options):
    fovea.say("hello {rounds=1 burst=1 every=0}")
    work(fovea)
    alone = work(fovea)
    figures = {"alone_p99_ms": alone}
    print("p99 of a client alone: %.1f ms" % alone)
    for name, words in KINDS.items():
        slow = subprocess.Popen(
            ["slowhttptest", *words, "-c", str(SLOW), "-r", "500", "-i", "5", "-l", "20", "-x", "24", "-u",
             f"http://127.0.0.1:{fovea.port}/{'sessions' if name == 'bodies' else 'openapi.json'}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(4)
        beside = work(fovea)
        slow.terminate()
        slow.wait()
        figures[name + "_p99_ms"] = beside
        print("  beside %d with slow %-8s %.1f ms, %.2f times (bar 2)" % (SLOW, name, beside, beside / alone))
    return figures
