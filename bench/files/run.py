#!/usr/bin/python3
"""Recordings and documents: `fovea ingest` against plain ffmpeg and pdftotext, in one run; see README.md.

    bench/files/run.py --corpus DIR                 everything, 3 rounds
    bench/files/run.py --corpus DIR --rounds 1 --only typing
"""

import argparse
import json
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGE = 200 << 20  # bytes of the recording whose memory is watched


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=os.environ.get("FOVEA_CORPUS"), help="folder with video/ and docs/")
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", metavar="NAME", default="", help="files whose name contains this")
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    return parser.parse_args()


def run(command, home):
    """Seconds by the clock, and the most resident memory of the largest process, in MB."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "FOVEA_CACHE_ENTRIES": "0"}
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    complaints = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit("run.py: %s: %s" % (" ".join(command), complaints.decode(errors="replace").strip()))
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def make_screencast(folder):
    """A minute of a window in which something changes every few seconds."""
    path = folder / "screencast-1080p.mp4"
    boxes = ",".join("drawbox=x=%d:y=%d:w=300:h=80:c=white:t=fill:enable='gte(t,%d)'"
                     % (60 + 320 * (i % 5), 60 + 120 * (i // 5), 3 * i + 2) for i in range(19))
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", "color=c=0x202830:s=1920x1080:r=30:d=60",
                    "-vf", boxes, "-preset", "veryfast", "-pix_fmt", "yuv420p", str(path)], check=True)
    return path


def make_large(folder, small):
    """The same recording with a box behind it that players pass over."""
    path = folder / "large.mp4"
    with open(path, "wb") as file:
        file.write(small.read_bytes())
        file.write(struct.pack(">I4s", LARGE, b"free"))
        file.truncate(file.tell() + LARGE - 8)
    return path


def pairs(folder, corpus, fovea):
    """Name, our command, the peer's command."""
    out = folder / "out"
    out.mkdir()
    recordings = [make_screencast(folder)] + sorted((corpus / "video").glob("*.mp4")) + sorted((corpus / "video").glob("*.webm"))
    recordings.append(make_large(folder, recordings[0]))
    for path in recordings:
        peer = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", str(path), "-vf", "select='eq(n,0)+gt(scene,0.003)'",
                "-vsync", "vfr", "-frames:v", "16", str(out / "%d.png")]
        yield path.name, [fovea, "ingest", str(path), "--frames", "16", "--max-edge", "1920", "--out", str(out)], peer
    for path in sorted((corpus / "docs").glob("*.pdf")):
        yield path.name, [fovea, "ingest", str(path)], ["pdftotext", "-bbox-layout", str(path), str(out / "text.html")]


def main():
    options = arguments()
    if not options.corpus:
        raise SystemExit("run.py: where is the corpus? --corpus DIR")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fovea = str(pathlib.Path(options.build).resolve() / "bin/fovea")
        print("%-28s %9s %9s %7s %9s %9s" % ("file", "fovea s", "peer s", "ratio", "fovea MB", "peer MB"))
        for file, ours, peer in pairs(folder, pathlib.Path(options.corpus).resolve(), fovea):
            if options.only not in file:
                continue
            run(ours, folder)  # warms the file up
            rounds = [(run(ours, folder), run(peer, folder)) for _ in range(options.rounds)]
            row = {"file": file,
                   "ours_s": statistics.median(a[0] for a, _ in rounds), "peer_s": statistics.median(b[0] for _, b in rounds),
                   "ours_mb": max(a[1] for a, _ in rounds), "peer_mb": max(b[1] for _, b in rounds)}
            row["ratio"] = row["ours_s"] / row["peer_s"]
            rows.append(row)
            print("%-28s %9.2f %9.2f %7.2f %9.0f %9.0f" % (file, row["ours_s"], row["peer_s"], row["ratio"],
                                                        row["ours_mb"], row["peer_mb"]), flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=2) + "\n")
    if not rows:
        raise SystemExit("run.py: no file is called %s" % options.only)
    mean = statistics.geometric_mean(row["ratio"] for row in rows)
    print("fovea takes %.2f times as long as the plain programs, in the mean of %d files" % (mean, len(rows)))


if __name__ == "__main__":
    sys.exit(main())
