#!/usr/bin/python3
"""Reading screenshots: `fovea describe` against Tesseract and PaddleOCR on the same pictures, in one run; see README.md.

    bench/ocr/run.py --corpus DIR --pages DIR             everything
    bench/ocr/run.py --corpus DIR --only longpage --peers eng
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import measure  # noqa: E402
import report  # noqa: E402
import score  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PEERS = ["eng", "latin", "paddle"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=os.environ.get("FOVEA_CORPUS"),
                        help="folder with screens/NAME.png and NAME.gt.txt (default: $FOVEA_CORPUS)")
    parser.add_argument("--pages", metavar="DIR", help="more pictures with ground truth, KIND-NUMBER.png, judged kind by kind")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built (default: build/release)")
    parser.add_argument("--ours", help="path of fovea (default: bin/fovea of the build)")
    parser.add_argument("--peers", default=",".join(PEERS), help="of eng, latin and paddle; none with an empty text (default: all)")
    parser.add_argument("--only", metavar="NAME", help="pictures whose name contains this; several with commas")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    parser.add_argument("--score-words", metavar="PATH", default=str(ROOT / "../shared/tools/score-words"),
                        help="another scorer of the same rule, to check this one; left out when it is not there")
    return parser.parse_args()


def find_pictures(folder, only):
    pictures = sorted(path for path in pathlib.Path(folder).resolve().glob("*.*")
                      if path.suffix in (".png", ".jpg", ".webp") and truth_of(path).is_file())
    wanted = only.split(",") if only else [""]
    return [path for path in pictures if any(name in path.name for name in wanted)]


def truth_of(picture):
    return picture.with_suffix(".gt.txt")


def cross_check(scorer, picture, text, f1):
    """The other scorer's verdict on the same words."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as words:
        words.write(text)
        words.flush()
        printed = subprocess.run([scorer, str(truth_of(picture)), words.name], capture_output=True, text=True, check=True)
    theirs = float(printed.stdout.split()[-1])
    if abs(theirs - f1) > 0.001:
        raise measure.Failed("F1 of %s is %.3f here and %.3f by %s" % (picture.name, f1, theirs, scorer))


def open_peers(names, folder):
    peers = {}
    for name in names:
        if name == "paddle":
            subprocess.run([str(HERE / "setup-peers.sh"), str(folder)], check=True)
            peers[name] = measure.Paddle(folder)
        else:
            peers[name] = measure.Tesseract({"eng": "eng", "latin": "Latin"}[name])
    return peers


def measure_picture(picture, fovea, caching, peers, options):
    """One line of the table. The run in which memory is watched is not measured, and warms the file up."""
    measure.say(picture.name)
    reader_kib = fovea.peaks(picture).get("fovea-reader", 0)
    ours = fovea.read(picture)
    reply = measure.described(ours.output)
    kept = caching.read(picture)
    repeats = [caching.read(picture) for _ in range(3)]
    if measure.described(repeats[-1].output)["words"] != measure.described(kept.output)["words"]:
        raise measure.Failed("the repeated call of %s found other words" % picture.name)

    truth = score.read_truth(truth_of(picture))
    f1 = {"fovea": score.score(truth, score.read_described(reply))[2]}
    cpu = {"fovea": ours.cpu_seconds}
    if os.access(options.score_words, os.X_OK):
        cross_check(options.score_words, picture, json.dumps(reply["words"]), f1["fovea"])
    for name, peer in peers.items():
        read = peer.read(picture)
        f1[name] = score.score(truth, read.words)[2]
        cpu[name] = read.cpu_seconds
    return report.Line(picture.stem, len(truth), f1, cpu, reader_kib, statistics.median(run.cpu_seconds for run in repeats))


def main():
    options = arguments()
    program = pathlib.Path(options.ours or pathlib.Path(options.build) / "bin/fovea").resolve()
    if not os.access(program, os.X_OK):
        raise SystemExit("run.py: %s is no program; ./dev build release makes it" % program)
    names = [name for name in options.peers.split(",") if name]
    if not set(names) <= set(PEERS):
        raise SystemExit("run.py: --peers are of %s" % ", ".join(PEERS))
    if set(names) & {"eng", "latin"} and not shutil.which("tesseract"):
        raise SystemExit("run.py: no tesseract to compare with; ./dev bench ocr installs it")
    screens = find_pictures(pathlib.Path(options.corpus) / "screens", options.only) if options.corpus else []
    pages = find_pictures(options.pages, options.only) if options.pages else []
    if not screens and not pages:
        raise SystemExit("run.py: no picture with ground truth; --corpus DIR (or FOVEA_CORPUS) and --pages DIR say where they are")
    measure.say("fovea is %s" % program)

    try:
        peers = open_peers(names, ROOT / "build/bench-ocr-peers")
        with tempfile.TemporaryDirectory() as folder:
            fovea = measure.Fovea(program, os.path.join(folder, "none"), caching=False)
            caching = measure.Fovea(program, os.path.join(folder, "kept"), caching=True)
            screens, pages = ([measure_picture(each, fovea, caching, peers, options) for each in some] for some in (screens, pages))
    except measure.Failed as failure:
        raise SystemExit("run.py: %s" % failure)

    bars = report.bars(screens, pages)
    report.print_table("screen", screens)
    report.print_table("page", pages)
    report.print_kinds(pages)
    report.print_bars(bars)
    if options.json:
        figures = {"screens": [line._asdict() for line in screens], "pages": [line._asdict() for line in pages],
                   "bars": [bar._asdict() for bar in bars]}
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    print(report.summary(bars))


if __name__ == "__main__":
    main()
