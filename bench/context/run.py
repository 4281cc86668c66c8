#!/usr/bin/python3
"""Conversations with pictures: what they send and cost by each policy of ageing; see README.md.

    bench/context/run.py                       all workloads
    bench/context/run.py --only short --only mixed --json FILE
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from recorder import Recorder

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

MODEL = "claude-sonnet-4-6"


def make(what, *values):
    subprocess.run(["/usr/bin/python3", "-B", ROOT / "tests/support/pictures.py", what, *map(str, values)], check=True)


def screens(size, letters):
    """A log in a window, no two alike; LETTERS: how many pixels a dot of them has."""
    return lambda folder, count: make("screens", *size, letters, count, folder)


def surfaces(size, ending):
    """Pictures without words, each in a colour of its own."""
    def draw(folder, count):
        for number in range(count):
            colour = "%d,%d,120" % (20 + number * 37 % 200, 20 + number * 71 % 200)
            make("plain", *size, colour, folder / ("picture-%03d.%s" % (number, ending)))
    return draw


LARGE, SMALL = screens((1920, 1080), 2), screens((1920, 1080), 1)
PHOTO, PAGE = surfaces((4000, 3000), "jpg"), surfaces((1280, 6000), "png")


def mixed():
    """All kinds, in a fixed order, and turns without any."""
    kinds = [LARGE, LARGE, SMALL, PHOTO, PAGE]
    return [[] if turn % 3 == 2 else [kinds[turn * 7 % 5]] for turn in range(45)]


WORKLOADS = {  # for each turn, the pictures in it
    "short": [[LARGE]] * 5,
    "long browser run": [[LARGE]] * 80,
    "small letters in tiles": [[SMALL]] * 40,
    "large pictures": [[PHOTO]] * 30,
    "mixed": mixed(),
}
LONG = ("long browser run",)
POLICIES = ("cache-aware", "turns", "off")
CONFIGURATION = """
model = "anthropic/%s"
[providers.anthropic]
kind = "anthropic"
base_url = "%s"
api_key_env = "FOVEA_BENCH_KEY"
[images]
aging_policy = "%s"
max_per_session = 1000
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", help="not needed: the screens are made")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built")
    parser.add_argument("--only", action="append", choices=WORKLOADS, help="this workload, not all")
    parser.add_argument("--keep", metavar="DIR", help="leaves the recorded bodies there")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    return parser.parse_args()


def make_pictures(folder, workload):
    """The file of each picture, for each turn."""
    kinds = {}
    for number, kind in enumerate(dict.fromkeys(kind for turn in workload for kind in turn)):
        own = folder / ("kind-%d" % number)
        own.mkdir()
        kind(own, sum(turn.count(kind) for turn in workload))
        kinds[kind] = iter(sorted(own.iterdir()))
    return [[next(kinds[kind]) for kind in turn] for turn in workload]


def frames(turns):
    """One message a turn, as a program writes them: pictures by their paths, and some words."""
    for number, pictures in enumerate(turns):
        words = "This is what the screen shows after step %d. Is anything wrong, and what do I do next?" % (number + 1)
        yield json.dumps({"type": "user", "content": [
            *({"type": "image", "path": str(picture)} for picture in pictures), {"type": "text", "text": words}]})


def converse(program, folder, policy, turns, bodies):
    """What the result says. Every request is a file in `bodies`."""
    bodies.mkdir(parents=True)
    recorder = Recorder(bodies)
    try:
        config = folder / (policy + ".toml")
        config.write_text(CONFIGURATION % (MODEL, recorder.url, policy))
        ran = subprocess.run(
            [program, "--config", config, "--data", folder / ("data-" + policy), "-p", "--bare",
             "--input-format", "stream-json", "--output-format", "json"],
            input="\n".join(frames(turns)) + "\n", stdout=subprocess.PIPE, text=True, cwd=folder,
            env={**os.environ, "FOVEA_BENCH_KEY": "none", "XDG_CACHE_HOME": str(folder / "cache")})
    finally:
        recorder.close()
    if ran.returncode != 0:
        raise SystemExit("run.py: fovea ended with %d: %s" % (ran.returncode, ran.stdout[-500:]))
    return json.loads(ran.stdout)


def measure(build, name, keep):
    """One row for each policy."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        turns = make_pictures(folder, WORKLOADS[name])
        for policy in POLICIES:
            bodies = (pathlib.Path(keep) if keep else folder) / ("%s-%s" % (policy, name.replace(" ", "-")))
            result = converse(build / "bin/fovea", folder, policy, turns, bodies)
            judged = subprocess.run([build / "bin/fovea-bench-context", MODEL] + sorted(bodies.glob("*.body")),
                                    stdout=subprocess.PIPE, text=True, check=True)
            yield {"workload": name, "policy": policy, **json.loads(judged.stdout),
                   "told_rewrites": result["usage"]["prefix_rewrites"]}


def print_table(rows):
    print("| workload | policy | requests | MB sent | largest MB | pictures a request | rewrites | tokens read | written | fresh | USD | of turns |")
    print("|" + " --- |" * 12)
    turns = {row["workload"]: row["usd"] for row in rows if row["policy"] == "turns"}
    for row in rows:
        print("| %s | %s | %d | %.1f | %.2f | %.1f | %d | %d | %d | %d | %.3f | %.3f |" % (
            row["workload"], row["policy"], row["requests"], row["bytes"] / 1e6, row["largest"] / 1e6,
            row["images"] / row["requests"], row["rewrites"], row["read"], row["written"], row["fresh"], row["usd"],
            row["usd"] / turns[row["workload"]]))
    print()


def judge(rows):
    """The bars: never dearer than ageing by turns, clearly cheaper on a long run, and a true count of rewrites."""
    for name in dict.fromkeys(row["workload"] for row in rows):
        by = {row["policy"]: row for row in rows if row["workload"] == name}
        most = 0.95 if name in LONG else 1.0
        share = by["cache-aware"]["usd"] / by["turns"]["usd"]
        yield "%s: cache-aware costs this much of turns, at most %.2f" % (name, most), share, share <= most
    wrong = sum(row["rewrites"] != row["told_rewrites"] for row in rows)
    yield "rows whose rewrites are not those that the result tells", wrong, wrong == 0


def main():
    options = arguments()
    build = pathlib.Path(options.build).resolve()
    if not os.access(build / "bin/fovea", os.X_OK):
        raise SystemExit("run.py: %s has no program; ./dev build release makes it" % build)
    rows = []
    for name in options.only or WORKLOADS:
        print(name, file=sys.stderr, flush=True)
        rows += measure(build, name, options.keep)
    print("Conversations with pictures by policy of ageing, %s" % MODEL)
    print()
    print_table(rows)
    bars = list(judge(rows))
    for what, value, passed in bars:
        print("%6.3f %-76s %s" % (value, what, "met" if passed else "MISSED"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    print("context: %d of %d bars met" % (sum(passed for _, _, passed in bars), len(bars)))


if __name__ == "__main__":
    main()
