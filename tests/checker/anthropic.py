"""Anthropic Messages: the types of @anthropic-ai/sdk 1.8.0, and what the API says on top."""

import re

from shapes import Arr, Bool, Enum, Free, Int, Nullable, Num, Obj, Str, StrOr, Tagged
from tool_calls import Calls

ID = Str(r"[a-zA-Z0-9_-]{1,200}")
NAME = Str(r"[a-zA-Z0-9_-]{1,128}")
CACHE = {"cache_control": Nullable(Obj({"type": Enum("ephemeral")}, {"ttl": Enum("5m", "1h")}))}

TEXT = Obj({"type": Enum("text"), "text": Str(r"(?s).*\S.*")}, CACHE)
URL = Obj({"type": Enum("url"), "url": Str()})
FILE = Obj({"type": Enum("file"), "file_id": Str(min=1)})
IMAGE = Obj(
    {
        "type": Enum("image"),
        "source": Tagged(
            "type",
            {
                "base64": Obj(
                    {
                        "type": Enum("base64"),
                        "media_type": Enum("image/jpeg", "image/png", "image/gif", "image/webp"),
                        "data": Str(min=1),
                    }
                ),
                "url": URL,
                "file": FILE,
            },
        ),
    },
    {**CACHE, "transformations": Nullable(Obj({}, {"oversized_image": Enum("downsize", "error")}))},
)
DOCUMENT = Obj(
    {
        "type": Enum("document"),
        "source": Tagged(
            "type",
            {
                "base64": Obj({"type": Enum("base64"), "media_type": Enum("application/pdf"), "data": Str(min=1)}),
                "text": Obj({"type": Enum("text"), "media_type": Enum("text/plain"), "data": Str(min=1)}),
                "url": URL,
                "file": FILE,
            },
        ),
    },
    {
        **CACHE,
        "title": Nullable(Str(min=1, max=500)),
        "context": Nullable(Str(min=1)),
        "citations": Nullable(Obj({}, {"enabled": Bool()})),
    },
)
TOOL_USE = Obj({"type": Enum("tool_use"), "id": ID, "name": NAME, "input": Free()}, CACHE)
TOOL_RESULT = Obj(
    {"type": Enum("tool_result"), "tool_use_id": ID},
    {
        **CACHE,
        "content": StrOr(Arr(Tagged("type", {"text": TEXT, "image": IMAGE, "document": DOCUMENT}))),
        "is_error": Bool(),
    },
)
THINKING = Obj({"type": Enum("thinking"), "thinking": Str(), "signature": Str(min=1)})
REDACTED = Obj({"type": Enum("redacted_thinking"), "data": Str(min=1)})

# What each role may say. Pictures and documents in the model's own turns are refused.
USER = Tagged("type", {"text": TEXT, "image": IMAGE, "document": DOCUMENT, "tool_result": TOOL_RESULT})
ASSISTANT = Tagged(
    "type", {"text": TEXT, "tool_use": TOOL_USE, "thinking": THINKING, "redacted_thinking": REDACTED}
)

WORDS = Str(r"(?s).*\S.*")
MESSAGE = Tagged(
    "role",
    {
        "user": Obj({"role": Enum("user"), "content": StrOr(Arr(USER, min=1), WORDS)}),
        "assistant": Obj({"role": Enum("assistant"), "content": StrOr(Arr(ASSISTANT, min=1), WORDS)}),
    },
)
TOOL = Obj(
    {"name": NAME, "input_schema": Free()},
    {**CACHE, "description": Str(), "strict": Bool(), "type": Nullable(Enum("custom"))},
)
PARALLEL = {"disable_parallel_tool_use": Bool()}
BODY = Obj(
    {"model": Str(min=1), "max_tokens": Int(min=1), "messages": Arr(MESSAGE, min=1, max=100_000)},
    {
        **CACHE,
        "system": StrOr(Arr(TEXT, min=1), WORDS),
        "stream": Bool(),
        "stop_sequences": Arr(Str(min=1)),
        "temperature": Num(),
        "top_k": Int(min=0),
        "top_p": Num(),
        "metadata": Obj({}, {"user_id": Nullable(Str())}),
        "service_tier": Enum("auto", "standard_only"),
        "inference_geo": Nullable(Str(min=1)),
        "thinking": Tagged(
            "type",
            {
                "enabled": Obj({"type": Enum("enabled"), "budget_tokens": Int(min=1024)}),
                "disabled": Obj({"type": Enum("disabled")}),
                "adaptive": Obj({"type": Enum("adaptive")}),
            },
        ),
        "tools": Arr(TOOL, min=1),
        "tool_choice": Tagged(
            "type",
            {
                "auto": Obj({"type": Enum("auto")}, PARALLEL),
                "any": Obj({"type": Enum("any")}, PARALLEL),
                "none": Obj({"type": Enum("none")}),
                "tool": Obj({"type": Enum("tool"), "name": NAME}, PARALLEL),
            },
        ),
        "output_config": Obj(
            {},
            {
                "effort": Nullable(Enum("low", "medium", "high", "xhigh", "max")),
                "format": Nullable(Obj({"type": Enum("json_schema"), "schema": Free()})),
            },
        ),
    },
)


# From Opus 4.7 on.
UNSAMPLED = re.compile(r"claude-(fable|opus-(4-[7-9]|[5-9])|sonnet-[5-9]|haiku-[5-9])")


def _check_sampling(body, report):
    sampled = [key for key in ("temperature", "top_p", "top_k") if key in body]
    if sampled and UNSAMPLED.match(body["model"]):
        report.problem(sampled[0], "is refused by models after Opus 4.6")
    if body.get("temperature", 0) > 1:
        report.problem("temperature", "is more than 1")
    thinking = body.get("thinking", {"type": "disabled"})
    if sampled and thinking["type"] != "disabled":
        report.problem(sampled[0], "does not go together with thinking")
    if thinking.get("budget_tokens", 0) >= body["max_tokens"]:
        report.problem("thinking.budget_tokens", "is not below max_tokens")
    forced = body.get("tool_choice", {"type": "auto"})["type"] in ("any", "tool")
    if forced and thinking["type"] != "disabled":
        report.problem("tool_choice", "is forced on a model that thinks")
    if "tool_choice" in body and "tools" not in body:
        report.problem("tool_choice", "without tools")


def check(body, files, report):
    if not BODY.check(body, "", report):
        return False
    _check_sampling(body, report)
    _check_turns(body["messages"], report)
    for i, message in enumerate(body["messages"]):
        _read_content(message["content"], f"messages.{i}.content", files, report)
    if isinstance(body.get("system"), str):
        report.text("system", body["system"])
    if _count_marks(body) > 4:
        report.problem("", "has more than 4 cache marks")
    names = [tool["name"] for tool in body.get("tools", [])]
    if len(names) != len(set(names)):
        report.problem("tools", "has a name twice")
    return True


def _check_turns(messages, report):
    """The user ends, turns alternate (the API would merge neighbours), and the results of calls come first
    in the message behind them."""
    if messages[-1]["role"] != "user":
        report.problem("messages", "do not end with the user: newer models take no prefill")
    calls = Calls(report)
    for i, message in enumerate(messages):
        path = f"messages.{i}"
        if i > 0 and message["role"] == messages[i - 1]["role"]:
            report.problem(path, f"{message['role']} is not whose turn it is")
        blocks = message["content"] if isinstance(message["content"], list) else []
        words_before = False
        for j, block in enumerate(blocks):
            if block["type"] == "tool_result":
                calls.result(block["tool_use_id"], f"{path}.content.{j}")
                if words_before:
                    report.problem(f"{path}.content.{j}", "a tool_result behind something else")
                if block.get("is_error") and not block.get("content"):
                    report.problem(f"{path}.content.{j}", "an error without content")
            words_before = words_before or block["type"] != "tool_result"
        calls.close("in the message behind it")
        for j, block in enumerate(blocks):
            if block["type"] == "tool_use":
                calls.call(block["id"], f"{path}.content.{j}")
    calls.close("at all")


def _read_content(content, path, files, report):
    if isinstance(content, str):
        report.text(path, content)
        return
    for j, block in enumerate(content):
        here = f"{path}.{j}"
        if block["type"] == "text":
            report.text(f"{here}.text", block["text"])
        elif block["type"] in ("image", "document"):
            _read_file(block, f"{here}.source", files, report)
        elif block["type"] == "tool_result":
            _read_content(block.get("content", []), f"{here}.content", files, report)


def _read_file(block, path, files, report):
    source = block["source"]
    if source["type"] == "url":
        files.remote(source["url"], f"{path}.url", kind=block["type"])
    elif source["type"] == "base64" and block["type"] == "image":
        files.image(source["data"], f"{path}.data", source["media_type"])
    elif source["type"] == "base64":
        files.document(source["data"], f"{path}.data", source["media_type"])
    elif source["type"] == "text":
        report.text(f"{path}.data", source["data"])


def _count_marks(value):
    if isinstance(value, list):
        return sum(map(_count_marks, value))
    if not isinstance(value, dict):
        return 0
    return (value.get("cache_control") is not None) + sum(map(_count_marks, value.values()))
