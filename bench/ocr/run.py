#!/usr/bin/python3
"""Reading screenshots: `fovea describe` against tesseract on the same pictures, in one run; see README.md.

    bench/ocr/run.py --corpus DIR                         everything, 3 rounds
    bench/ocr/run.py --corpus DIR --only longpage --rounds 1
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

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=os.environ.get("FOVEA_CORPUS"),
                        help="folder with screens/NAME.png and NAME.gt.txt (default: $FOVEA_CORPUS)")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built (default: build/release)")
    parser.add_argument("--ours", help="path of fovea (default: bin/fovea of the build)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", metavar="NAME", help="pictures whose name contains this; several with commas")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    parser.add_argument("--score-words", metavar="PATH", default=str(ROOT / "../shared/tools/score-words"),
                        help="another scorer of the same rule, to check this one; left out when it is not there")
    return parser.parse_args()


def find_pictures(corpus, only):
    pictures = sorted(path for path in (pathlib.Path(corpus).resolve() / "screens").glob("*.png") if truth_of(path).is_file())
    wanted = only.split(",") if only else [""]
    chosen = [path for path in pictures if any(name in path.name for name in wanted)]
    if not chosen:
        raise SystemExit("run.py: no picture with ground truth %sin %s/screens" % ("called %s " % only if only else "", corpus))
    return chosen, len(chosen) == len(pictures)


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


def measure_picture(picture, fovea, caching, tesseract, options):
    """One line of the table. The two take turns, so that a slow minute of the machine meets both; the run in which
    memory is watched is not timed, and warms the file up."""
    peaks = fovea.peaks(picture)
    ours, peer = [], []
    for _ in range(options.rounds):
        ours.append(fovea.read(picture))
        peer.append(tesseract.read(picture))
    reply = measure.described(ours[-1].output)
    kept = caching.read(picture)
    repeats = [caching.read(picture) for _ in range(max(3, options.rounds))]
    if measure.described(repeats[-1].output)["words"] != measure.described(kept.output)["words"]:
        raise measure.Failed("the repeated call of %s found other words" % picture.name)

    truth = score.read_truth(truth_of(picture))
    ours_f1 = score.score(truth, score.read_described(reply))[2]
    peer_f1 = score.score(truth, score.read_tsv(peer[-1].output))[2]
    if os.access(options.score_words, os.X_OK):
        cross_check(options.score_words, picture, json.dumps(reply["words"]), ours_f1)
        cross_check(options.score_words, picture, peer[-1].output, peer_f1)
    return report.Line(
        picture.stem, len(truth), ours_f1, peer_f1,
        statistics.median(run.seconds for run in ours), statistics.median(run.seconds for run in peer),
        peaks.get("fovea", 0), peaks.get("fovea-reader", 0), statistics.median(run.cpu_seconds for run in repeats))


def main():
    options = arguments()
    if not options.corpus:
        raise SystemExit("run.py: --corpus DIR, or FOVEA_CORPUS, says where the pictures are")
    if options.rounds < 1:
        raise SystemExit("run.py: --rounds is at least 1")
    program = pathlib.Path(options.ours or pathlib.Path(options.build) / "bin/fovea").resolve()
    if not os.access(program, os.X_OK):
        raise SystemExit("run.py: %s is no program; ./dev build release makes it" % program)
    if not shutil.which("tesseract"):
        raise SystemExit("run.py: no tesseract to compare with; ./dev bench ocr installs it")
    pictures, whole = find_pictures(options.corpus, options.only)
    measure.say("fovea is %s" % program)

    lines = []
    with tempfile.TemporaryDirectory() as folder:
        fovea = measure.Fovea(program, os.path.join(folder, "none"), caching=False)
        caching = measure.Fovea(program, os.path.join(folder, "kept"), caching=True)
        for picture in pictures:
            measure.say(picture.name)
            try:
                lines.append(measure_picture(picture, fovea, caching, measure.Tesseract(), options))
            except measure.Failed as failure:
                raise SystemExit("run.py: %s" % failure)

    bars = report.bars(lines, whole)
    report.print_table(lines)
    report.print_bars(bars)
    if options.json:
        figures = {"files": [line._asdict() for line in lines], "bars": [bar._asdict() for bar in bars]}
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    print(report.summary(bars))


if __name__ == "__main__":
    main()
