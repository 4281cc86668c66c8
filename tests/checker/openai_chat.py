"""OpenAI Chat Completions: the types of openai 7.53.0, and what the API says on top. Servers that only
speak like it get what all of them take."""

import json
import re

from shapes import Arr, Bool, Enum, Free, Int, Nullable, Num, Obj, Str, StrOr, Tagged
from tool_calls import Calls

CALL_ID = Str(min=1, max=40)
NAME = Str(r"[a-zA-Z0-9_-]{1,64}")
MARK = {"prompt_cache_breakpoint": Obj({"mode": Enum("explicit")}, {"ttl": Enum("30m", "12h")})}

TEXT = Obj({"type": Enum("text"), "text": Str()}, MARK)
IMAGE = Obj(
    {
        "type": Enum("image_url"),
        "image_url": Obj({"url": Str(min=1)}, {"detail": Enum("auto", "low", "high", "original")}),
    },
    MARK,
)
FILE = Obj(
    {"type": Enum("file"), "file": Obj({}, {"file_data": Str(min=1), "file_id": Str(min=1), "filename": Str(min=1)})},
    MARK,
)
TEXTS = StrOr(Arr(Tagged("type", {"text": TEXT}), min=1))
CALL = Obj(
    {
        "id": CALL_ID,
        "type": Enum("function"),
        "function": Obj({"name": NAME, "arguments": Str(min=2)}),
    }
)
ASSISTANT = {"content": Nullable(TEXTS), "tool_calls": Arr(CALL, min=1), "refusal": Nullable(Str()), "name": Str()}


def _messages(assistant):
    return Tagged(
        "role",
        {
            "system": Obj({"role": Enum("system"), "content": TEXTS}, {"name": Str()}),
            "developer": Obj({"role": Enum("developer"), "content": TEXTS}, {"name": Str()}),
            "user": Obj(
                {
                    "role": Enum("user"),
                    "content": StrOr(Arr(Tagged("type", {"text": TEXT, "image_url": IMAGE, "file": FILE}), min=1)),
                },
                {"name": Str()},
            ),
            "assistant": Obj({"role": Enum("assistant")}, assistant),
            "tool": Obj({"role": Enum("tool"), "tool_call_id": CALL_ID, "content": TEXTS}),
        },
    )


FUNCTION = Obj({"name": NAME}, {"description": Str(), "parameters": Free(), "strict": Nullable(Bool())})
OPTIONAL = {
    "max_completion_tokens": Nullable(Int(min=1)),
    "max_tokens": Nullable(Int(min=1)),
    "frequency_penalty": Nullable(Num()),
    "metadata": Nullable(Free()),
    "n": Nullable(Int(min=1)),
    "parallel_tool_calls": Bool(),
    "presence_penalty": Nullable(Num()),
    "prompt_cache_key": Nullable(Str()),
    "reasoning_effort": Nullable(Enum("none", "minimal", "low", "medium", "high", "xhigh", "max")),
    "response_format": Tagged(
        "type",
        {
            "text": Obj({"type": Enum("text")}),
            "json_object": Obj({"type": Enum("json_object")}),
            "json_schema": Obj(
                {
                    "type": Enum("json_schema"),
                    "json_schema": Obj(
                        {"name": NAME, "schema": Free()}, {"description": Str(), "strict": Nullable(Bool())}
                    ),
                }
            ),
        },
    ),
    "safety_identifier": Str(min=1, max=64),
    "seed": Nullable(Int()),
    "service_tier": Nullable(Enum("auto", "default", "flex", "scale", "priority", "fast")),
    "stop": Nullable(StrOr(Arr(Str(), max=4))),
    "store": Nullable(Bool()),
    "stream": Nullable(Bool()),
    "stream_options": Nullable(Obj({}, {"include_usage": Bool(), "include_obfuscation": Bool()})),
    "temperature": Nullable(Num()),
    "tools": Arr(Obj({"type": Enum("function"), "function": FUNCTION}), min=1),
    "tool_choice": StrOr(
        Obj({"type": Enum("function"), "function": Obj({"name": NAME})}), Enum("none", "auto", "required")
    ),
    "top_p": Nullable(Num()),
    "verbosity": Nullable(Enum("low", "medium", "high")),
}


def _body(assistant):
    return Obj({"model": Str(min=1), "messages": Arr(_messages(assistant), min=1)}, OPTIONAL)


BODY = _body(ASSISTANT)
COMPATIBLE = _body({**ASSISTANT, "reasoning_content": Str()})  # DeepSeek wants it back


def check(body, files, report):
    if not BODY.check(body, "", report):
        return False
    reasoning = re.match(r"(o\d|gpt-([5-9]|\d\d))", body["model"]) is not None
    if reasoning and "max_tokens" in body:
        report.problem("max_tokens", "is refused by reasoning models: max_completion_tokens")
    thinks = body.get("reasoning_effort") != "none"
    if reasoning and thinks and ("temperature" in body or "top_p" in body):
        report.problem("", "samples, which reasoning models refuse")
    if body["model"].startswith("gpt-6.1-sol") and "tools" in body:
        report.problem("tools", "are taken from this model by the Responses API only")
    return _check(body, files, report)


def check_compatible(body, files, report):
    """The part that every such server understands."""
    if not COMPATIBLE.check(body, "", report):
        return False
    for i, message in enumerate(body["messages"]):
        path = f"messages.{i}.content"
        parts = message.get("content")
        if not isinstance(parts, list):
            continue
        if message["role"] != "user":
            report.problem(path, f"of role {message['role']} must be a string")
        for j, part in enumerate(parts):
            if "detail" in part.get("image_url", {}):
                report.problem(f"{path}.{j}.image_url.detail", "is not understood by all")
            if "prompt_cache_breakpoint" in part:
                report.problem(f"{path}.{j}.prompt_cache_breakpoint", "is OpenAI's own")
    return _check(body, files, report)


def _check(body, files, report):
    if body.get("stream_options") is not None and not body.get("stream"):
        report.problem("stream_options", "is only taken with stream")
    _check_turns(body["messages"], report)
    for i, message in enumerate(body["messages"]):
        _read_content(message.get("content"), f"messages.{i}.content", files, report)
    return True


def _check_turns(messages, report):
    """Results stand right behind the message with their calls, one each."""
    calls = Calls(report)
    for i, message in enumerate(messages):
        path = f"messages.{i}"
        if message["role"] == "tool":
            calls.result(message["tool_call_id"], path)
            continue
        calls.close("before the next message")
        for j, call in enumerate(message.get("tool_calls", [])):
            check_arguments(call["function"]["arguments"], f"{path}.tool_calls.{j}.function.arguments", report)
            calls.call(call["id"], f"{path}.tool_calls.{j}")
        if message["role"] == "assistant" and not message.get("content") and not message.get("tool_calls"):
            report.problem(path, "says nothing")
    calls.close("at all")
    if messages[-1]["role"] == "assistant":
        report.problem("messages", "end with the model's own turn")


def check_arguments(text, path, report):
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        report.problem(path, "is not the text of a JSON object")


def _read_content(content, path, files, report):
    if isinstance(content, str):
        report.text(path, content)
        return
    for j, part in enumerate(content or []):
        here = f"{path}.{j}"
        if part["type"] == "text":
            report.text(f"{here}.text", part["text"])
        elif part["type"] == "image_url":
            files.image_url(part["image_url"]["url"], f"{here}.image_url.url")
        elif part["type"] == "file":
            _read_file(part["file"], f"{here}.file", files, report)


def _read_file(file, path, files, report):
    if ("file_data" in file) == ("file_id" in file):
        report.problem(path, "needs file_data or file_id, and not both")
    if "file_data" in file:
        if "filename" not in file:
            report.problem(path, "has no filename")
        files.data_url(file["file_data"], f"{path}.file_data", kind="document")
