"""The measurements: CPU time interleaved, peak memory of fresh processes, fidelity, and rates of two workers."""

import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from programs import HERE, Failed


def say(text):
    print(text, file=sys.stderr, flush=True)


class Complaints:
    """Each failure is reported once."""

    def __init__(self):
        self.seen = []

    def note(self, failure):
        text = str(failure)
        if text not in self.seen:
            self.seen.append(text)
            say("  " + text)


def cpu_times(rows, groups, programs, rounds, core, complaints):
    """{(job, group, program, variant): {file: (median ms, bytes)}}. Each round does every picture once by every
    program, one after the other, so that a slow minute of the machine meets all alike. The first round is not
    counted: it fills caches and warms compilers."""
    processes = {program.name: program.start(core) for program in programs}
    samples = collections.defaultdict(lambda: collections.defaultdict(list))
    sizes = {}
    jobs = sorted({(row.job, row.group) for row in rows}, key=lambda pair: [(r.job, r.group) for r in rows].index(pair))
    wanted = {(row.job, row.group, peer) for row in rows for peer in row.peers + ("fovea",)}
    try:
        for round_number in range(rounds + 1):
            say("round %d of %d" % (round_number, rounds) if round_number else "warming up")
            for job, group in jobs:
                for picture in groups.get(group, []):
                    for program in programs:
                        if (job, group, program.name) not in wanted:
                            continue
                        for variant in program.variants:
                            key = (job, group, program.name, variant)
                            try:
                                reply = processes[program.name].run(job, picture.path, variant)
                            except Failed as failure:
                                complaints.note(failure)
                                if processes[program.name].process.poll() is not None:
                                    processes[program.name] = program.start(core)
                                continue
                            sizes[key, picture.path] = reply["bytes"]
                            if round_number:
                                samples[key][picture.path].append(reply["cpu_ms"])
    finally:
        for process in processes.values():
            process.stop()
    return {
        key: {file: (statistics.median(times), sizes[key, file]) for file, times in files.items()}
        for key, files in samples.items()
    }


def peaks(rows, groups, programs, core, complaints):
    """{(job, group, program): KiB}: every picture of the group twice in a fresh process."""
    found = {}
    for row in rows:
        for program in programs:
            if program.name not in row.peers + ("fovea",):
                continue
            process = program.start(core)
            try:
                for picture in groups.get(row.group, []) * 2:
                    process.run(row.job, picture.path, program.variants[0])
                found[row.job, row.group, program.name] = process.peak_kib()
            except Failed as failure:
                complaints.note(failure)
            finally:
                process.stop()
    return found


def fidelity(rows, groups, programs, core, complaints):
    """{(group, program): mean PSNR} of the ingested pictures that had to shrink."""
    found = {}
    judge = subprocess.Popen(
        ["/usr/bin/python3", str(HERE / "quality.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    processes = {program.name: program.start(core) for program in programs if program.name != "pillow"}
    try:
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            for row in rows:
                if row.job != "ingest":
                    continue
                values = collections.defaultdict(list)
                for picture in groups.get(row.group, []):
                    for name, process in processes.items():
                        try:
                            reply = process.run("ingest", picture.path, "default", out)
                        except Failed as failure:
                            complaints.note(failure)
                            continue
                        if max(reply["width"], reply["height"]) >= max(picture.width, picture.height):
                            continue
                        judge.stdin.write(json.dumps({"file": picture.path, "out": out}) + "\n")
                        judge.stdin.flush()
                        verdict = json.loads(judge.stdout.readline())
                        if "error" in verdict:
                            complaints.note("%s of %s cannot be judged: %s" % (name, picture.path, verdict["error"]))
                        else:
                            values[name].append(verdict["psnr"])
                for name, decibels in values.items():
                    found[row.group, name] = statistics.mean(decibels)
    finally:
        for process in processes.values():
            process.stop()
        judge.stdin.close()
        judge.wait()
        judge.stdout.close()
    return found


def rate(program, files, cores, seconds):
    """Pictures a second by one process on each core, for about so long. Each process goes on until the time is up
    and counts what it finished."""
    processes = [program.start(core) for core in cores]
    variant = program.variants[-1]
    results, failures = [], []
    gate = threading.Barrier(len(cores))

    def work(process):
        try:
            process.run_all("ingest", files, variant)
            gate.wait()
            began, done = time.monotonic(), 0
            while time.monotonic() - began < seconds:
                process.run_all("ingest", files * 4, variant)
                done += 4 * len(files)
            results.append(done / (time.monotonic() - began))
        except (Failed, threading.BrokenBarrierError) as failure:
            failures.append(failure)
            gate.abort()

    threads = [threading.Thread(target=work, args=(process,)) for process in processes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for process in processes:
        process.stop()
    if failures:
        raise Failed(str(failures[0]))
    return sum(results)


def rates(pairs, groups, programs, cores, rounds, complaints):
    """{(group, program): (rate of one worker, rate of two)}, the best of interleaved trials: these are clock times, and
    whatever else the machine does can only lower them. The one worker takes turns on the cores."""
    found = {}
    for _, group in pairs:
        files = [picture.path for picture in groups.get(group, [])]
        trials = collections.defaultdict(list)
        for number in range(max(2, rounds // 2)):
            say("two workers, %s, trial %d" % (group, number + 1))
            for program in programs:
                if program.name == "pillow":
                    continue
                try:
                    one = rate(program, files, [cores[number % 2]], 1.5)
                    two = rate(program, files, cores, 1.5)
                    trials[program.name].append((one, two))
                except Failed as failure:
                    complaints.note(failure)
        for name, pair in trials.items():
            found[group, name] = tuple(max(column) for column in zip(*pair))
    return found
