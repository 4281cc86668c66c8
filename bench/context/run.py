#!/usr/bin/python3
"""A long session with a screenshot in every turn: what it sends and costs by each policy of ageing; see README.md.

    bench/context/run.py                       80 turns
    bench/context/run.py --turns 20 --json FILE
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
SCREENS = {  # the size of the letters: px before the picture is fitted to the model
    "large letters": 2,
    "small letters": 1,
}
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
    parser.add_argument("--turns", type=int, default=80)
    parser.add_argument("--keep", metavar="DIR", help="leaves the recorded bodies there")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    return parser.parse_args()


def make_screens(folder, scale, count):
    subprocess.run(["/usr/bin/python3", "-B", ROOT / "tests/support/pictures.py", "screens",
                    "1920", "1080", str(scale), str(count), folder], check=True)


def frames(turns):
    """One message a turn, as a program writes them: a picture by its path, and some words."""
    for turn in range(turns):
        words = "This is what the screen shows after step %d. Is anything wrong, and what do I do next?" % (turn + 1)
        yield json.dumps({"type": "user", "content": [
            {"type": "image", "path": "screen-%03d.png" % turn}, {"type": "text", "text": words}]})


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


def measure(build, screens, scale, turns, keep):
    """One row for each policy."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        make_screens(folder, scale, turns)
        for policy in POLICIES:
            bodies = (pathlib.Path(keep) if keep else folder) / ("%s-%s" % (policy, scale))
            result = converse(build / "bin/fovea", folder, policy, turns, bodies)
            judged = subprocess.run([build / "bin/fovea-bench-context", MODEL] + sorted(bodies.glob("*.body")),
                                    stdout=subprocess.PIPE, text=True, check=True)
            yield {"screens": screens, "policy": policy, **json.loads(judged.stdout),
                   "told_rewrites": result["usage"]["prefix_rewrites"]}


def print_table(rows):
    print("| screens | policy | requests | MB sent | largest MB | pictures a request | rewrites | tokens read | written | fresh | USD |")
    print("|" + " --- |" * 11)
    for row in rows:
        print("| %s | %s | %d | %.1f | %.2f | %.1f | %d | %d | %d | %d | %.3f |" % (
            row["screens"], row["policy"], row["requests"], row["bytes"] / 1e6, row["largest"] / 1e6,
            row["images"] / row["requests"], row["rewrites"], row["read"], row["written"], row["fresh"], row["usd"]))
    print()


def judge(rows):
    """The bars: hardly dearer than ageing by turns, and the program counts its rewrites truly."""
    for screens in SCREENS:
        by = {row["policy"]: row for row in rows if row["screens"] == screens}
        ratio = by["turns"]["usd"] / by["cache-aware"]["usd"]
        yield "%s: turns costs so many times cache-aware, at least 0.95" % screens, ratio, ratio >= 0.95
    wrong = sum(row["rewrites"] != row["told_rewrites"] for row in rows)
    yield "rows whose rewrites are not those that the result tells", wrong, wrong == 0


def main():
    options = arguments()
    build = pathlib.Path(options.build).resolve()
    if not os.access(build / "bin/fovea", os.X_OK):
        raise SystemExit("run.py: %s has no program; ./dev build release makes it" % build)
    rows = []
    for screens, scale in SCREENS.items():
        print(screens, file=sys.stderr, flush=True)
        rows += measure(build, screens, scale, options.turns, options.keep)
    print("%d turns with a screenshot of 1920x1080 each, %s" % (options.turns, MODEL))
    print()
    print_table(rows)
    bars = list(judge(rows))
    for what, value, passed in bars:
        print("%6.2f %-64s %s" % (value, what, "met" if passed else "MISSED"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    print("context: %d of %d bars met" % (sum(passed for _, _, passed in bars), len(bars)))


if __name__ == "__main__":
    main()
