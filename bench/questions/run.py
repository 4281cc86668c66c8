#!/usr/bin/python3
"""Questions about pictures, with known answers: how often `fovea describe --question` is right; see README.md.

    bench/questions/run.py                            all of tests/data/questions
    bench/questions/run.py --only invoice,form        the pictures whose name or kind contains this
    bench/questions/run.py --all --json outcome.json  every question and what was said, also to a file
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import answers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTCOMES = ("right", "wrong", "honest")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build/release"), help="where fovea was built (default: build/release)")
    parser.add_argument("--ours", help="path of fovea (default: bin/fovea of the build)")
    parser.add_argument("--corpus", help=argparse.SUPPRESS)  # ./dev gives it to every bench
    parser.add_argument("--questions", default=str(ROOT / "tests/data/questions/questions.json"), help="another file of questions")
    parser.add_argument("--only", metavar="NAME", help="pictures whose name or kind contains this; several with commas")
    parser.add_argument("--jobs", type=int, default=1, help="how many are asked at the same time")
    parser.add_argument("--all", action="store_true", help="also prints what was answered rightly")
    parser.add_argument("--json", metavar="FILE", help="writes every question's outcome")
    return parser.parse_args()


def environment(folder):
    """An empty home for settings and cache, and time enough on a busy machine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FOVEA_")}
    kept |= {"FOVEA_LOCAL_TIMEOUT_S": "300", "FOVEA_VISION_TIMEOUT_S": "300"}
    return kept | {"XDG_%s_HOME" % name.upper(): os.path.join(folder, name) for name in ("config", "cache", "data")}


def ask(program, picture, question, surroundings):
    command = [str(program), "describe", str(picture), "--question", question["ask"], "--model", "local/ocr", "--json"]
    done = subprocess.run(command, env=surroundings, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("run.py: %s ended with %d: %s" % (" ".join(command), done.returncode, done.stderr.strip()))
    return json.loads(done.stdout)


def outcome_of(picture, kind, question, reply):
    outcome, why = answers.judge(answers.Said(reply["text"]), question)
    asked = {"picture": picture.name, "kind": kind, "ask": question["ask"], "expected": question["value"]}
    read = None if question.get("not_shown") else answers.was_read([word["text"] for word in reply["words"]], question)
    return asked | {"not_shown": bool(question.get("not_shown")), "outcome": outcome, "why": why, "read": read, "said": reply["text"]}


def find_questions(path, only):
    """(picture, kind, question)"""
    wanted = only.split(",") if only else [""]
    folder = pathlib.Path(path).resolve().parent
    found = [(folder / entry["picture"], entry["kind"], question)
             for entry in json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for question in entry["questions"]
             if any(name in entry["picture"] or name in entry["kind"] for name in wanted)]
    if not found:
        raise SystemExit("run.py: no picture called %s" % only)
    return found


def print_outcome(outcome):
    expected = "the picture does not show it" if outcome["not_shown"] else " | ".join(
        ", ".join(value) if isinstance(value, list) else value for value in outcome["expected"])
    print("%-6s %s: %s" % (outcome["outcome"], outcome["picture"], outcome["ask"]))
    print("       expected %s%s; %s" % (expected, " (not read)" if outcome["read"] is False else "", outcome["why"]))
    if outcome["why"] not in ("did not know", "gives all of the text"):
        for line in [line for line in outcome["said"].splitlines() if line.startswith(("- ", "  "))][:6]:
            print("       | " + line)


def main():
    options = arguments()
    program = pathlib.Path(options.ours or pathlib.Path(options.build) / "bin/fovea").resolve()
    if not os.access(program, os.X_OK):
        raise SystemExit("run.py: %s is no program; ./dev build release makes it" % program)
    questions = find_questions(options.questions, options.only)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        surroundings = environment(folder)
        outcomes = list(pool.map(lambda one: outcome_of(*one, ask(program, one[0], one[2], surroundings)), questions))

    for outcome in outcomes:
        if options.all or outcome["outcome"] != "right":
            print_outcome(outcome)
    total = collections.Counter(outcome["outcome"] for outcome in outcomes)
    absent = collections.Counter(outcome["outcome"] for outcome in outcomes if outcome["not_shown"])
    summary = {"questions": len(outcomes)} | {name: total[name] for name in OUTCOMES}
    if options.json:
        pathlib.Path(options.json).write_text(
            json.dumps({"summary": summary, "questions": outcomes}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("of what is not shown: " + ", ".join("%s %d" % (name, absent[name]) for name in OUTCOMES))
    print("questions %d: " % len(outcomes) + ", ".join("%s %d" % (name, total[name]) for name in OUTCOMES))


if __name__ == "__main__":
    main()
