#!/usr/bin/python3
"""Ten pictures of 1.5 MB into one request body: Fovea against Node's JSON.stringify, in one run; see README.md.

    bench/render/run.py                        7 turns
    bench/render/run.py --turns 3 --json FILE
"""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

PICTURES = 10
PICTURE_BYTES = 1_500_000
WARM_UP, ROUNDS = 3, 10  # of one process; the first are not counted
KINDS = ("anthropic", "openai_chat")
MIN_RATIO = 20
MAX_MB_ABOVE = 25

Line = collections.namedtuple(
    "Line", "kind ours_ms peer_ms ratio ours_process_ms peer_process_ms ours_mb peer_mb ours_later_mb peer_later_mb")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", help="not needed: the pictures are made, since neither side looks into them")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea-bench-render was built")
    parser.add_argument("--turns", type=int, default=7, help="how often each side is started; the median counts")
    parser.add_argument("--core", type=int, default=None, help="the core to measure on (default: any)")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    return parser.parse_args()


def make_pictures(folder):
    """Ten different files. To base64 and JSON a JPEG is bytes without pattern, so that is what they hold."""
    paths = []
    for number in range(PICTURES):
        path = pathlib.Path(folder) / ("%d.jpg" % number)
        path.write_bytes(b"\xff\xd8\xff\xe0" + random.Random(number).randbytes(PICTURE_BYTES - 4))
        paths.append(str(path))
    return paths


class Side:
    """One of the two programs. Both take the same arguments and answer in the same words."""

    def __init__(self, command, store, names, core):
        self.command, self.store, self.names, self.core = command, str(store), names, core

    def send(self, kind, sink, rounds):
        """What it printed, and how long the whole process took."""
        pin = ["taskset", "-c", str(self.core)] if self.core is not None else []
        command = pin + self.command + [kind, self.store, sink, str(rounds)] + self.names
        began = time.perf_counter()
        ran = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        took = (time.perf_counter() - began) * 1000
        return json.loads(ran.stdout), took


def check_bodies(kind, ours, peer, folder):
    """Both made the same request, or there is nothing to compare."""
    made = []
    for side, name in ((ours, "ours"), (peer, "peer")):
        path = os.path.join(folder, name)
        side.send(kind, path, 1)
        made.append(json.loads(pathlib.Path(path).read_bytes()))
        os.unlink(path)
    if made[0] != made[1]:
        raise SystemExit("run.py: the two bodies for %s differ" % kind)


def measure(kind, ours, peer, turns):
    figures = {side: collections.defaultdict(list) for side in (ours, peer)}
    for _ in range(turns):
        for side in (ours, peer):  # in turn, so that a slow minute of the machine meets both
            many, _ = side.send(kind, "/dev/null", WARM_UP + ROUNDS)
            figures[side]["ms"].append(statistics.median(many["ms"][WARM_UP:]))
            figures[side]["later_mb"].append(many["peak_kib"] * 1024 / 1e6)
        for side in (ours, peer):
            once, took = side.send(kind, "/dev/null", 1)
            figures[side]["process_ms"].append(took)
            figures[side]["mb"].append(once["peak_kib"] * 1024 / 1e6)
    median = {side: {name: statistics.median(all_) for name, all_ in figures[side].items()} for side in figures}
    mine, theirs = median[ours], median[peer]
    return Line(kind, mine["ms"], theirs["ms"], theirs["ms"] / mine["ms"], mine["process_ms"], theirs["process_ms"],
                mine["mb"], theirs["mb"], mine["later_mb"], theirs["later_mb"])


def print_table(lines, version):
    print("%d pictures of %.1f MB into one body; the peer is Node %s" % (PICTURES, PICTURE_BYTES / 1e6, version))
    print()
    print("| body | fovea ms | node ms | ratio | fovea process ms | node process ms | fovea peak MB | node peak MB |"
          " fovea peak MB after %d | node peak MB after %d |" % (WARM_UP + ROUNDS, WARM_UP + ROUNDS))
    print("|" + " --- |" * 10)
    for line in lines:
        print("| %s | %.2f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |" % line)
    print()


def judge(lines):
    """The bars. Memory is that of the whole process, program and libraries included."""
    slowest = min(line.ratio for line in lines)
    peak = max(line.ours_later_mb for line in lines)
    most = PICTURES * PICTURE_BYTES / 1e6 + MAX_MB_ABOVE
    return [
        ("times as fast as Node, at least %d" % MIN_RATIO, slowest, slowest >= MIN_RATIO),
        ("MB of peak memory, at most %.0f: the pictures and %d" % (most, MAX_MB_ABOVE), peak, peak <= most),
    ]


def main():
    options = arguments()
    if options.turns < 1:
        raise SystemExit("run.py: --turns is at least 1")
    program = pathlib.Path(options.build).resolve() / "bin/fovea-bench-render"
    if not os.access(program, os.X_OK):
        raise SystemExit("run.py: %s is no program; ./dev build release makes it" % program)
    node = shutil.which("node")
    if not node:
        raise SystemExit("run.py: no node to compare with; ./dev bench render installs it")
    version = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    lines = []
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "store"
        put = subprocess.run([program, "put", store] + make_pictures(folder), stdout=subprocess.PIPE, text=True, check=True)
        names = put.stdout.split()
        ours = Side([str(program), "send"], store, names, options.core)
        peer = Side([node, str(HERE / "peer.mjs")], store, names, options.core)
        for kind in KINDS:
            print(kind, file=sys.stderr, flush=True)
            check_bodies(kind, ours, peer, folder)
            lines.append(measure(kind, ours, peer, options.turns))

    print_table(lines, version)
    bars = judge(lines)
    for what, value, passed in bars:
        print("%6.1f %-56s %s" % (value, what, "met" if passed else "MISSED"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps([line._asdict() for line in lines], indent=1) + "\n")
    print("render: %d of %d bars met" % (sum(passed for _, _, passed in bars), len(bars)))


if __name__ == "__main__":
    main()
