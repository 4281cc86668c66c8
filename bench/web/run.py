#!/usr/bin/python3
"""What Lighthouse says of the page of `fovea serve`; see README.md.

    bench/web/run.py --build build/release            on a computer and on a phone
    bench/web/run.py --build build/release desktop --json FILE
"""

import argparse
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("forms", nargs="*", choices=["desktop", "mobile", []], help="which; both without a name")
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    options.add_argument("--corpus", help="not used here")
    options.add_argument("--json", type=pathlib.Path)
    chosen = options.parse_args()
    for folder in (HERE, ROOT / "tests/web", ROOT / "tests/node"):
        if not (folder / "node_modules").is_dir():
            sys.exit("npm packages are missing: run ./dev bench web")
    command = ["node", HERE / "lighthouse.mjs", (chosen.build / "bin/fovea").resolve()]
    command += ["--json", chosen.json.resolve()] if chosen.json else []
    sys.exit(subprocess.call([*map(str, command), *(chosen.forms or ["desktop", "mobile"])]))


if __name__ == "__main__":
    main()
