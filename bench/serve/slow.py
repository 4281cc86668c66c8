"""A client at work while a thousand others are as slow as they may be (slowhttptest: heads, bodies, reading).

They would be on other machines: here they get the processor when nobody else wants it (`chrt --idle`). What they take of this
machine in spite of that is told by the same client while they are slow with an nginx beside it.
"""

import http.client
import re
import statistics
import subprocess
import tempfile
import time

from uploads import nginx

SLOW = 1000
CALLS = 2000
KINDS = {"heads": ["-H"], "bodies": ["-B", "-f", "application/json"], "reading": ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "32"]}


def work(fovea):
    """p99 of its calls, in milliseconds."""
    client = http.client.HTTPConnection("127.0.0.1", fovea.port, timeout=30)
    times = []
    for _ in range(CALLS):
        begun = time.perf_counter()
        client.request("GET", f"/sessions/{fovea.session}/history?limit=5", headers={"authorization": "Bearer " + fovea.token})
        answer = client.getresponse()
        answer.read()
        times.append(time.perf_counter() - begun)
        assert answer.status == 200, answer.status
    client.close()
    return statistics.quantiles(times, n=100)[98] * 1000


def connections(fovea):
    return int(re.search(rb"^fovea_connections (\d+)", fovea.ask("GET", "/metrics"), re.M)[1])


def beside(fovea, words, url, is_there):
    slow = subprocess.Popen(
        ["chrt", "--idle", "0", "slowhttptest", *words, "-c", str(SLOW), "-r", "500", "-i", "5", "-l", "60", "-x", "24", "-u", url],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(60):
        time.sleep(0.25)
        if is_there():
            break
    time.sleep(2)
    held = connections(fovea)
    p99 = min(work(fovea) for _ in range(3))
    slow.terminate()
    slow.wait()
    time.sleep(1)
    return p99, held


def run(fovea, _options):
    fovea.say("hello {rounds=1 burst=1 every=0}")
    work(fovea)
    alone = min(work(fovea) for _ in range(3))
    figures = {"alone_p99_ms": alone}
    print("p99 of a client alone: %.2f ms" % alone)
    with tempfile.TemporaryDirectory() as folder:
        _, port = nginx(folder + "/nginx")
        for name, words in KINDS.items():
            path = f"sessions/{fovea.session}/messages" if name == "bodies" else "openapi.json"
            ours = [*words, "-j", "fovea_token=" + fovea.token]
            p99, held = beside(fovea, ours, f"http://127.0.0.1:{fovea.port}/{path}", lambda: connections(fovea) > SLOW)
            elsewhere, _ = beside(fovea, words, f"http://127.0.0.1:{port}/{'upload' if name == 'bodies' else 'large'}", lambda: False)
            figures[name] = {"p99_ms": p99, "held": held, "beside_nginx_p99_ms": elsewhere}
            print("  beside %4d with slow %-8s %.2f ms, %.2f times (bar 2); while they are slow with nginx %.2f ms" % (
                held, name, p99, p99 / alone, elsewhere), flush=True)
    return figures
