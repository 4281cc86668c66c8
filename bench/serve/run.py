#!/usr/bin/python3
"""`fovea serve` under load; see README.md.

    bench/serve/run.py                          all of it
    bench/serve/run.py events --clients 200 --idle 0 --json FILE
    bench/serve/run.py kills --kills 20
"""

import argparse
import json
import pathlib
import resource
import sys
import tempfile

import crowd
import events
import kills
import slow
import uploads
from common import HERE, ROOT, Fovea

TRIALS = {"events": events, "uploads": uploads, "slow": slow, "kills": kills, "crowd": crowd}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("trials", nargs="*", choices=[*TRIALS, []], help="which; all of them without a name")
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    options.add_argument("--corpus", help="not used here")
    options.add_argument("--clients", type=int, default=1000)
    options.add_argument("--idle", type=int, default=10_000)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--json", type=pathlib.Path)
    chosen = options.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if not (HERE / "node_modules").is_dir():
        sys.exit("the npm packages are missing: run ./dev bench serve")
    figures = {}
    for name in chosen.trials or TRIALS:
        with tempfile.TemporaryDirectory() as folder:
            fovea = Fovea(chosen.build.resolve(), pathlib.Path(folder))
            figures[name] = TRIALS[name].run(fovea, chosen)
            fovea.close()
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n")


main()
