#!/usr/bin/env python3
"""Checks the body of a request to a model provider, more strictly than the provider itself.

    check_request.py --kind anthropic [--model ID] [--path URLPATH] [--limits KEY=VALUE]… FILE|-
    check_request.py --lines

Prints one JSON object: {"ok", "problems": […], "images": [{"path", "mime", "width", "height", "bytes",
"sha256", …}], "documents": […], "urls": […], "texts": [{"path", "text"}]}. Exit 0 when there is no
problem, 1 when there is one, 2 when it was called wrongly.

With --lines it checks many: each line of standard input is {"kind", "size", "model"?, "path"?, "limits"?}, behind it so many
bytes of a body, and each is answered by one line as above, or {"failed": "why"}. The first line it prints is {}.

The shapes are those of the official SDKs' types; the limits are the providers' published ones.
"""

import argparse
import json
import pathlib
import sys

import anthropic
import files
import gemini
import leaks
import limits
import ollama
import openai_chat
import openai_responses
import strict_json
from report import Report

CHECKS = {
    "anthropic": anthropic.check,
    "openai_chat": openai_chat.check,
    "openai_responses": openai_responses.check,
    "openai_compatible": openai_chat.check_compatible,
    "gemini": gemini.check,
    "ollama": ollama.check,
}

PATHS = {
    "anthropic": "/v1/messages",
    "openai_chat": "/v1/chat/completions",
    "openai_responses": "/v1/responses",
    "openai_compatible": "/v1/chat/completions",
    "ollama": "/api/chat",
}


def check_path(kind, path, model, report):
    if kind == "gemini":
        gemini.check_path(path, model, report)
    elif path != PATHS[kind]:
        report.problem("path", f"{path} is not {PATHS[kind]}")


def check_body(kind, raw, model=None, path=None, changed_limits=()):
    report = Report()
    known = limits.replaced(limits.FOR_KIND[kind](model), changed_limits)
    try:
        body = strict_json.parse(raw)
    except strict_json.NotStrict as error:
        report.problem("", str(error))
        return report
    if not isinstance(body, dict):
        report.problem("", "is not an object")
        return report
    found = files.Files(known, report)
    has_shape = CHECKS[kind](body, found, report)
    if model is not None and kind != "gemini" and body.get("model") != model:
        report.problem("model", f"{body.get('model')!r} is not {model!r}")
    if path is not None:
        check_path(kind, path, model, report)
    if has_shape:  # else it is not known which strings are files
        found.finish(len(raw))
        leaks.check_strings(body, "", report)
    return report


def answer_lines():
    print("{}", flush=True)
    for line in sys.stdin.buffer:
        try:
            told = json.loads(line)
            raw = sys.stdin.buffer.read(told["size"])
            report = check_body(told["kind"], raw, told.get("model"), told.get("path"), told.get("limits", ()))
            answer = report.as_json()
        except Exception as error:  # the tests are to see it, and the next question is another
            answer = {"failed": repr(error)}
        print(json.dumps(answer), flush=True)
    return 0


def main():
    if sys.argv[1:] == ["--lines"]:
        return answer_lines()
    parser = argparse.ArgumentParser(description="Checks the body of a request to a model provider.")
    parser.add_argument("--kind", required=True, choices=sorted(CHECKS))
    parser.add_argument("--model")
    parser.add_argument("--path")
    parser.add_argument("--limits", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("file", metavar="FILE|-")
    arguments = parser.parse_args()
    raw = sys.stdin.buffer.read() if arguments.file == "-" else pathlib.Path(arguments.file).read_bytes()
    try:
        report = check_body(arguments.kind, raw, arguments.model, arguments.path, arguments.limits)
    except ValueError as error:
        parser.error(str(error))
    print(json.dumps(report.as_json()))
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
