"""The tables, and what they have to come up to."""

import collections
import re
import statistics

# Screens: of the corpus. Pages: drawn afresh, of many kinds. CPU: on one core, of what PaddleOCR takes. Memory: of one
# reader. Repeat: CPU of a call whose answer is kept.
SCREENS_MEAN, SCREENS_LEAST = 0.99, 0.98
PAGES_MEAN, KIND_LEAST = 0.96, 0.90
PADDLE_SHARE = 1 / 4
READER_BYTES = 150e6
REPEAT_SECONDS = 0.020

# f1 and cpu: {"fovea": …, "eng": …, "latin": …, "paddle": …}
Line = collections.namedtuple("Line", "name words f1 cpu reader_kib repeat_seconds")
Bar = collections.namedtuple("Bar", "what value bar met")


def kind_of(name):
    """"chat" of "chat-03" and of "chat_1920x1080"."""
    return re.sub(r"[-_]\d.*$", "", name)


def mean_of(lines, of, program):
    return statistics.mean(getattr(line, of)[program] for line in lines)


def print_table(title, lines):
    if not lines:
        return
    programs = list(lines[0].f1)
    print()
    print("%-26s %6s" % (title, "words") + "".join(" %9s" % ("F1" if each == "fovea" else each) for each in programs)
          + "".join(" %9s" % ("CPU s" if each == "fovea" else each) for each in programs) + " %9s %9s" % ("reader MB", "repeat ms"))
    for line in lines:
        print("%-26s %6d" % (line.name, line.words) + "".join(" %9.3f" % line.f1[each] for each in programs)
              + "".join(" %9.2f" % line.cpu[each] for each in programs)
              + " %9.0f %9.1f" % (megabytes(line.reader_kib), line.repeat_seconds * 1000))
    print_means("all", lines, programs)


def print_kinds(lines):
    if not lines:
        return
    programs = list(lines[0].f1)
    print()
    print("%-26s %6s" % ("kind", "words") + "".join(" %9s" % ("F1" if each == "fovea" else each) for each in programs))
    for kind, some in sorted(by_kind(lines).items()):
        print_means(kind, some, programs, with_cpu=False)


def print_means(name, lines, programs, with_cpu=True):
    print("%-26s %6d" % (name, sum(line.words for line in lines))
          + "".join(" %9.3f" % mean_of(lines, "f1", each) for each in programs)
          + ("".join(" %9.2f" % mean_of(lines, "cpu", each) for each in programs) if with_cpu else ""))


def by_kind(lines):
    kinds = collections.defaultdict(list)
    for line in lines:
        kinds[kind_of(line.name)].append(line)
    return kinds


def megabytes(kib):
    return kib * 1024 / 1e6


def at_least(what, value, bar):
    return Bar(what, "%.3f" % value, ">= %.2f" % bar, round(value, 3) >= bar)


def bars(screens, pages):
    found = []
    if screens:
        found.append(at_least("screens: mean F1", mean_of(screens, "f1", "fovea"), SCREENS_MEAN))
        least = min(screens, key=lambda line: line.f1["fovea"])
        found.append(at_least("screens: least F1 (%s)" % least.name, least.f1["fovea"], SCREENS_LEAST))
    if pages:
        found.append(at_least("pages: mean F1", mean_of(pages, "f1", "fovea"), PAGES_MEAN))
        kinds = by_kind(pages)
        least = min(kinds, key=lambda kind: mean_of(kinds[kind], "f1", "fovea"))
        found.append(at_least("pages: least F1 of a kind (%s)" % least, mean_of(kinds[least], "f1", "fovea"), KIND_LEAST))
        for peer in list(pages[0].f1)[1:]:
            ahead = sum(mean_of(some, "f1", "fovea") > mean_of(some, "f1", peer) for some in kinds.values())
            found.append(Bar("pages: kinds ahead of %s" % peer, "%d" % ahead, "%d" % len(kinds), ahead == len(kinds)))
    everything = screens + pages
    if "paddle" in everything[0].cpu:
        share = mean_of(everything, "cpu", "fovea") / mean_of(everything, "cpu", "paddle")
        found.append(Bar("CPU, in PaddleOCR's", "%.2f" % share, "<= %.2f" % PADDLE_SHARE, share <= PADDLE_SHARE))
    reader = max(line.reader_kib for line in everything) * 1024
    met = None if reader == 0 else reader <= READER_BYTES
    found.append(Bar("memory of a reader, MB", "%.0f" % (reader / 1e6), "<= %.0f" % (READER_BYTES / 1e6), met))
    slowest = max(line.repeat_seconds for line in everything)
    found.append(Bar("CPU of a repeated call, ms", "%.1f" % (slowest * 1000), "< %.0f" % (REPEAT_SECONDS * 1000), slowest < REPEAT_SECONDS))
    return found


def print_bars(found):
    print()
    for bar in found:
        verdict = {True: "met", False: "MISSED", None: "- no fovea-reader was seen"}[bar.met]
        print("%-48s %8s %9s  %s" % (bar.what, bar.value, bar.bar, verdict))


def summary(found):
    judged = [bar for bar in found if bar.met is not None]
    return "ocr: %d of %d bars met" % (sum(bar.met for bar in judged), len(judged))
