"""The table, and what it has to come up to."""

import collections
import statistics

# F1: below this a describer misleads. Time: Fovea reads what changed and what is text, so it has to be well ahead of
# reading the whole picture; a long page most of all. Memory: of one reader. Repeat: CPU of a call whose answer is kept.
MEAN_F1 = 0.93
LEAST_F1 = 0.85
TIME_SHARE = 1 / 2
LONG_PAGE_SHARE = 1 / 4
LONG_PAGE = "longpage"
READER_BYTES = 400e6
REPEAT_SECONDS = 0.020

Line = collections.namedtuple("Line", "name words ours_f1 peer_f1 ours_seconds peer_seconds fovea_kib reader_kib repeat_seconds")
Bar = collections.namedtuple("Bar", "what value bar met")


def print_table(lines):
    print("%-26s %6s %7s %7s %9s %9s %7s %8s %9s %9s"
          % ("file", "words", "F1", "tess F1", "seconds", "tess s", "ratio", "fovea MB", "reader MB", "repeat ms"))
    for line in lines:
        print("%-26s %6d %7.3f %7.3f %9.2f %9.2f %7.2f %8.0f %9.0f %9.1f"
              % (line.name, line.words, line.ours_f1, line.peer_f1, line.ours_seconds, line.peer_seconds,
                 line.ours_seconds / line.peer_seconds, megabytes(line.fovea_kib), megabytes(line.reader_kib),
                 line.repeat_seconds * 1000))
    ours, peer = sum(line.ours_seconds for line in lines), sum(line.peer_seconds for line in lines)
    print("%-26s %6d %7.3f %7.3f %9.2f %9.2f %7.2f"
          % ("all", sum(line.words for line in lines), statistics.mean(line.ours_f1 for line in lines),
             statistics.mean(line.peer_f1 for line in lines), ours, peer, ours / peer))


def megabytes(kib):
    return kib * 1024 / 1e6


def bars(lines, whole):
    """Means and totals are over the whole corpus; a part of it is judged file by file."""
    found = []
    if whole:
        mean = statistics.mean(line.ours_f1 for line in lines)
        found.append(Bar("mean F1", "%.3f" % mean, ">= %.2f" % MEAN_F1, mean >= MEAN_F1))
    least = min(lines, key=lambda line: line.ours_f1)
    found.append(Bar("least F1 (%s)" % least.name, "%.3f" % least.ours_f1, ">= %.2f" % LEAST_F1, least.ours_f1 >= LEAST_F1))
    if whole:
        share = sum(line.ours_seconds for line in lines) / sum(line.peer_seconds for line in lines)
        found.append(Bar("time of all, in tesseract's", "%.2f" % share, "<= %.2f" % TIME_SHARE, share <= TIME_SHARE))
    for line in lines:
        if line.name.startswith(LONG_PAGE):
            share = line.ours_seconds / line.peer_seconds
            found.append(Bar("time of %s" % line.name, "%.2f" % share, "<= %.2f" % LONG_PAGE_SHARE, share <= LONG_PAGE_SHARE))
    reader = max(line.reader_kib for line in lines) * 1024
    met = None if reader == 0 else reader < READER_BYTES
    found.append(Bar("memory of a reader, MB", "%.0f" % (reader / 1e6), "< %.0f" % (READER_BYTES / 1e6), met))
    slowest = max(line.repeat_seconds for line in lines)
    found.append(Bar("CPU of a repeated call, ms", "%.1f" % (slowest * 1000), "< %.0f" % (REPEAT_SECONDS * 1000), slowest < REPEAT_SECONDS))
    return found


def print_bars(found):
    print()
    for bar in found:
        verdict = {True: "met", False: "MISSED", None: "- no fovea-reader was seen"}[bar.met]
        print("%-36s %8s %9s  %s" % (bar.what, bar.value, bar.bar, verdict))


def summary(found):
    judged = [bar for bar in found if bar.met is not None]
    return "ocr: %d of %d bars met" % (sum(bar.met for bar in judged), len(judged))
