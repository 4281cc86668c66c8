"""From measurements to the table, the guards and the last line."""

import math
import statistics

import rows as table


def mean_ms(times, job, group, program, variant):
    files = times.get((job, group, program, variant))
    return statistics.mean(ms for ms, _ in files.values()) if files else None


def total_bytes(times, group, program, variant="default"):
    files = times.get(("ingest", group, program, variant))
    return sum(size for _, size in files.values()) if files else None


def fastest(times, row, program, variants, count):
    """(ms, variant) at the program's faster setting; None if it did not do all `count` pictures of the class, for a
    mean over fewer would compare unlike things."""
    found = []
    for variant in variants:
        files = times.get((row.job, row.group, program, variant), {})
        if files and len(files) == count:
            found.append((mean_ms(times, row.job, row.group, program, variant), variant))
    return min(found) if found else None


def speed(rows, times, variants, groups):
    """One line of figures a row. A job that Fovea failed at is a bar missed."""
    lines = []
    for row in rows:
        count = len(groups.get(row.group, []))
        peers = {name: fastest(times, row, name, variants[name], count) for name in row.peers if name in variants}
        peers = {name: pair for name, pair in peers.items() if pair}
        own = fastest(times, row, "fovea", ("default",), count)
        strongest = min(peers, key=lambda name: peers[name][0]) if peers else None
        ratio = peers[strongest][0] / own[0] if own and strongest else None
        lines.append(
            {
                "row": row.number,
                "job": row.job,
                "class": row.group,
                "fovea_ms": own[0] if own else None,
                "peers_ms": {name: {"ms": ms, "variant": variant} for name, (ms, variant) in peers.items()},
                "strongest": strongest,
                "ratio": ratio,
                "bar": row.bar,
                "met": judge(ratio, row.bar, "fovea" in variants and strongest is not None),
            }
        )
    return lines


def judge(ratio, bar, expected):
    if ratio is not None:
        return ratio >= bar
    return False if expected else None


def paired(pairs, rates, variants):
    lines = []
    for number, group in pairs:
        one, two = rates.get((group, "fovea"), (None, None))
        ratio = two / one if one else None
        lines.append(
            {
                "row": number,
                "class": group,
                "fovea_per_second": [one, two],
                "sharp_per_second": list(rates.get((group, "sharp"), (None, None))),
                "ratio": ratio,
                "bar": table.PAIRED_BAR,
                "met": judge(ratio, table.PAIRED_BAR, "fovea" in variants and bool(rates)),
            }
        )
    return lines


def within_bytes(times, group, own):
    guard = table.BYTES_GUARDS.get(group, table.BYTES_GUARD)
    sharp = total_bytes(times, group, "sharp", guard[0]) if guard else None
    return own <= guard[1] * sharp if own and sharp else None


def guards(rows, times, peaks, psnr):
    """Bytes, memory and fidelity against sharp, per class."""
    lines = []
    for row in rows:
        own_peak, sharp_peak = (peaks.get((row.job, row.group, name)) for name in ("fovea", "sharp"))
        line = {"row": row.number, "job": row.job, "class": row.group}
        line["peak_mib"] = {
            name: peaks[row.job, row.group, name] / 1024
            for name in ("fovea", "sharp", "pillow")
            if (row.job, row.group, name) in peaks
        }
        limit = table.MAX_MEMORY_RATIO.get(row.group) if row.job == "ingest" else None
        line["memory_ok"] = None if not (limit and own_peak and sharp_peak) else own_peak <= limit * sharp_peak
        if row.job == "ingest":
            own, sharp = (total_bytes(times, row.group, name) for name in ("fovea", "sharp"))
            line["bytes_ratio"] = own / sharp if own and sharp else None
            line["bytes_ok"] = within_bytes(times, row.group, own)
            line["psnr"] = {name: psnr[row.group, name] for name in ("fovea", "sharp") if (row.group, name) in psnr}
            both = len(line["psnr"]) == 2
            # A tenth of a decibel is below what one file more or less in the class would change.
            line["psnr_ok"] = line["psnr"]["fovea"] >= line["psnr"]["sharp"] - 0.1 if both else None
        lines.append(line)
    return lines


def number(value, form="%.1f"):
    return "-" if value is None else form % value


def verdict(met):
    return {True: "met", False: "MISSED", None: "-"}[met]


def print_speed(lines):
    print("%-4s %-9s %-23s %9s %15s %15s %7s %6s  %s"
          % ("row", "job", "class", "fovea ms", "sharp ms", "pillow ms", "ratio", "bar", ""))
    for line in lines:
        cells = []
        for name in ("sharp", "pillow"):
            peer = line["peers_ms"].get(name)
            mark = "*" if name == line["strongest"] else " "
            cells.append("%s %s%s" % (number(peer["ms"]), peer["variant"], mark) if peer else "- ")
        print("%-4s %-9s %-23s %9s %15s %15s %7s %6s  %s"
              % (line["row"], line["job"], line["class"], number(line["fovea_ms"], "%.2f"), *cells,
                 number(line["ratio"], "%.2fx"), number(line["bar"], ">=%.1f"), verdict(line["met"])))


def print_paired(lines):
    if lines:
        print("\n%-4s %-23s %21s %21s %7s %6s" % ("row", "two workers", "fovea 1 -> 2 /s", "sharp 1 -> 2 /s", "ratio", "bar"))
    for line in lines:
        both = ["%s -> %s" % (number(a), number(b)) for a, b in (line["fovea_per_second"], line["sharp_per_second"])]
        print("%-4s %-23s %21s %21s %7s %6s  %s"
              % (line["row"], line["class"], *both, number(line["ratio"], "%.2fx"), number(line["bar"], ">=%.1f"),
                 verdict(line["met"])))


def print_guards(lines):
    print("\n%-4s %-9s %-23s %28s %12s %22s  %s"
          % ("row", "job", "class", "peak MiB fovea/sharp/pillow", "bytes/sharp", "PSNR dB fovea/sharp", "guards"))
    for line in lines:
        peak = "/".join(number(line["peak_mib"].get(name), "%.0f") for name in ("fovea", "sharp", "pillow"))
        psnr = line.get("psnr") or {}
        decibels = "/".join(number(psnr.get(name)) for name in ("fovea", "sharp")) if psnr else "-"
        broken = [name for name in ("memory", "bytes", "psnr") if line.get(name + "_ok") is False]
        print("%-4s %-9s %-23s %28s %12s %22s  %s"
              % (line["row"], line["job"], line["class"], peak, number(line.get("bytes_ratio"), "%.2f"), decibels,
                 "MISSED: " + ", ".join(broken) if broken else ""))


def summary(speed_lines, paired_lines, guard_lines):
    judged = [line for line in speed_lines + paired_lines if line["met"] is not None]
    if not judged:
        return "media: no bar judged, fovea-bench-media was not measured"
    met = sum(line["met"] for line in judged)
    ratios = [line["ratio"] for line in speed_lines if line["ratio"]]
    text = "media: %d of %d bars met" % (met, len(judged))
    if ratios:
        mean = math.exp(statistics.mean(math.log(ratio) for ratio in ratios))
        text += ", geometric mean %.1fx the strongest peer" % mean
    broken = sum(line.get(name + "_ok") is False for line in guard_lines for name in ("memory", "bytes", "psnr"))
    return text + (", %d guards missed" % broken if broken else "")
