#!/usr/bin/python3
"""How well pages of draw.py are read: the F1 of the words by kind, the worst pages, and what was missed in them.

    bench/fresh_pages/score.py DIR --build build/release [--worst 12] [--json FILE]
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/ocr"))

import score  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR", help="what draw.py --out was given")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built (default: build/release)")
    parser.add_argument("--worst", type=int, default=12, help="how many pages to tell about (default: 12)")
    parser.add_argument("--jobs", type=int, default=1, help="how many are read at the same time")
    parser.add_argument("--json", metavar="FILE", help="writes every page's figures")
    return parser.parse_args()


def read(program, picture, folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FOVEA_")}
    surroundings = kept | {"XDG_%s_HOME" % name.upper(): os.path.join(folder, name) for name in ("config", "cache", "data")}
    surroundings |= {"FOVEA_LOCAL_TIMEOUT_S": "300", "FOVEA_VISION_TIMEOUT_S": "300"}  # a busy machine is no fault of the reader
    done = subprocess.run([str(program), "describe", "--json", "--model", "local/ocr", str(picture)], env=surroundings, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("score.py: %s: %s" % (picture.name, done.stderr.strip()))
    reply = json.loads(done.stdout)
    if not reply["complete"]:
        raise SystemExit("score.py: %s was not read to its end" % picture.name)
    print(picture.name, file=sys.stderr, flush=True)
    return reply


def page_of(picture, reply):
    truth, found = list(score.read_truth(picture.with_suffix(".gt.txt"))), list(score.read_described(reply))
    recall, precision, f1 = score.score(truth, found)
    true_words, found_words = (collections.Counter(word[0] for word in words) for words in (truth, found))
    return {"page": picture.stem, "kind": picture.stem.split("_")[0], "words": len(truth), "recall": round(recall, 3), "precision": round(precision, 3),
            "f1": round(f1, 3), "missed": sorted((true_words - found_words).elements()), "invented": sorted((found_words - true_words).elements())}


def main():
    options = arguments()
    program = pathlib.Path(options.build).resolve() / "bin/fovea"
    pictures = sorted(path for path in (pathlib.Path(options.folder).resolve() / "screens").glob("*.png") if path.with_suffix(".gt.txt").is_file())
    if not pictures:
        raise SystemExit("score.py: no page in %s/screens; draw.py makes some" % options.folder)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pages = list(pool.map(lambda picture: page_of(picture, read(program, picture, folder)), pictures))

    kinds = collections.defaultdict(list)
    for page in pages:
        kinds[page["kind"]].append(page["f1"])
    print("| kind | pages | mean F1 | lowest |\n| --- | --- | --- | --- |")
    for kind, values in sorted(kinds.items(), key=lambda entry: statistics.mean(entry[1])):
        print("| %s | %d | %.3f | %.3f |" % (kind, len(values), statistics.mean(values), min(values)))
    for page in sorted(pages, key=lambda page: page["f1"])[:options.worst]:
        print("\n%s: F1 %.3f, recall %.3f, precision %.3f, %d words" % (page["page"], page["f1"], page["recall"], page["precision"], page["words"]))
        print("  missed:   " + " · ".join(page["missed"][:40]))
        print("  invented: " + " · ".join(page["invented"][:40]))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(pages, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\npages %d, mean F1 %.3f, below 0.85: %d" % (len(pages), statistics.mean(page["f1"] for page in pages), sum(page["f1"] < 0.85 for page in pages)))


if __name__ == "__main__":
    main()
