#!/usr/bin/python3
"""Fovea's media path against sharp and Pillow, in one run; see README.md.

    bench/media/run.py --corpus DIR                       everything, 7 rounds
    bench/media/run.py --corpus DIR --rows 1,6,16 --rounds 3
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True

import measure  # noqa: E402
import programs  # noqa: E402
import report  # noqa: E402
import rows as table  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=os.environ.get("FOVEA_CORPUS"),
                        help="folder with manifest.tsv (default: $FOVEA_CORPUS)")
    parser.add_argument("--build", help="where fovea-bench-media was built (default: the newest under build/)")
    parser.add_argument("--ours", help="path of fovea-bench-media (default: bin/fovea-bench-media of the build)")
    parser.add_argument("--peers", default=str(ROOT / "build/bench-peers"), help="where sharp is installed")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rows", help="numbers of rows, as 1,6,16b (default: all)")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core to measure on")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    parser.add_argument("--no-setup", action="store_true", help="takes the peers as they are")
    parser.add_argument("--speed-only", action="store_true", help="leaves out memory and fidelity")
    return parser.parse_args()


def find_ours(path):
    if path:
        if not os.access(path, os.X_OK):
            raise SystemExit("run.py: %s is no program" % path)
        return path
    built = [file for file in ROOT.glob("build/**/fovea-bench-media") if file.is_file() and os.access(file, os.X_OK)]
    return max(built, key=lambda file: file.stat().st_mtime) if built else None


def all_programs(options):
    found = programs.peers(options.peers)
    own = find_ours(options.ours or (options.build and os.path.join(options.build, "bin/fovea-bench-media")))
    if own is None:
        measure.say("no fovea-bench-media under build/: only the peers are measured")
        return found
    measure.say("fovea is %s" % own)
    return found + [programs.ours(pathlib.Path(own).resolve())]


def main():
    options = arguments()
    if not options.corpus:
        raise SystemExit("run.py: --corpus DIR, or FOVEA_CORPUS, says where the pictures are")
    rows, pairs = table.chosen(options.rows)
    groups = table.read_corpus(options.corpus)
    if not options.no_setup:
        subprocess.run([str(programs.HERE / "setup-peers.sh"), options.peers], check=True)
    measured = all_programs(options)
    complaints = measure.Complaints()

    times = measure.cpu_times(rows, groups, measured, options.rounds, options.core, complaints) if rows else {}
    peaks, psnr = {}, {}
    if not options.speed_only:
        measure.say("peak memory")
        peaks = measure.peaks(rows, groups, measured, options.core, complaints)
        measure.say("fidelity")
        psnr = measure.fidelity(rows, groups, measured, options.core, complaints)
    cores = sorted(os.sched_getaffinity(0) - {options.core})[:1] + [options.core]
    rates = {}
    if pairs and len(cores) == 2:
        rates = measure.rates(pairs, groups, measured, cores, options.rounds, complaints)

    variants = {program.name: program.variants for program in measured}
    speed = report.speed(rows, times, variants, groups)
    two = report.paired(pairs, rates, variants)
    guards = report.guards(rows, times, peaks, psnr)
    report.print_speed(speed)
    report.print_paired(two)
    if not options.speed_only:
        report.print_guards(guards)
    for text in complaints.seen:
        print("failed:", text)
    if options.json:
        per_file = [
            {"job": key[0], "class": key[1], "program": key[2], "variant": key[3], "file": os.path.basename(file),
             "cpu_ms": ms, "bytes": size}
            for key, files in times.items() for file, (ms, size) in files.items()
        ]
        figures = {"speed": speed, "two_workers": two, "guards": guards, "files": per_file, "failed": complaints.seen}
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    print(report.summary(speed, two, guards))


if __name__ == "__main__":
    main()
