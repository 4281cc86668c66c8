"""OpenAI Responses: the types of openai 7.53.0, and what the API says on top."""

from openai_chat import check_arguments
from shapes import Arr, Bool, Enum, Free, Int, Nullable, Num, Obj, Str, StrOr, Tagged
from tool_calls import Calls

CALL_ID = Str(min=1, max=64)
NAME = Str(r"[a-zA-Z0-9_-]{1,64}")
MARK = {"prompt_cache_breakpoint": Obj({"mode": Enum("explicit")}, {"ttl": Enum("30m", "12h")})}
STATUS = {"status": Enum("in_progress", "completed", "incomplete")}

TEXT = Obj({"type": Enum("input_text"), "text": Str()}, MARK)
IMAGE = Obj(
    {"type": Enum("input_image")},
    {
        **MARK,
        "detail": Enum("low", "high", "auto", "original"),
        "image_url": Nullable(Str(min=1)),
        "file_id": Nullable(Str(min=1)),
    },
)
FILE = Obj(
    {"type": Enum("input_file")},
    {
        **MARK,
        "detail": Enum("low", "high", "auto"),
        "file_data": Str(min=1),
        "file_id": Nullable(Str(min=1)),
        "file_url": Str(min=1),
        "filename": Str(min=1),
    },
)
PARTS = Arr(Tagged("type", {"input_text": TEXT, "input_image": IMAGE, "input_file": FILE}), min=1)
SAID = Arr(
    Tagged(
        "type",
        {
            "output_text": Obj({"type": Enum("output_text"), "text": Str()}, {"annotations": Arr(Free())}),
            "refusal": Obj({"type": Enum("refusal"), "refusal": Str()}),
        },
    ),
    min=1,
)


def _message(role, content):
    return Obj({"role": Enum(role), "content": StrOr(content)}, {**STATUS, "type": Enum("message"), "id": Str(min=1)})


MESSAGE = Tagged(
    "role",
    {
        "user": _message("user", PARTS),
        "system": _message("system", PARTS),
        "developer": _message("developer", PARTS),
        "assistant": _message("assistant", SAID),
    },
)
CALL = Obj(
    {"type": Enum("function_call"), "call_id": CALL_ID, "name": NAME, "arguments": Str(min=2)},
    {**STATUS, "id": Str(min=1)},
)
OUTPUT = Obj(
    {"type": Enum("function_call_output"), "call_id": CALL_ID, "output": StrOr(PARTS)},
    {**STATUS, "id": Nullable(Str(min=1))},
)
REASONING = Obj(
    {
        "type": Enum("reasoning"),
        "summary": Arr(Obj({"type": Enum("summary_text"), "text": Str()})),
    },
    {**STATUS, "id": Str(min=1), "encrypted_content": Nullable(Str(min=1))},
)
ITEM = Tagged(
    "type",
    {"message": MESSAGE, "function_call": CALL, "function_call_output": OUTPUT, "reasoning": REASONING},
)
FORMAT = Tagged(
    "type",
    {
        "text": Obj({"type": Enum("text")}),
        "json_object": Obj({"type": Enum("json_object")}),
        "json_schema": Obj(
            {"type": Enum("json_schema"), "name": NAME, "schema": Free()},
            {"description": Str(), "strict": Nullable(Bool())},
        ),
    },
)
TOOL = Obj(
    {"type": Enum("function"), "name": NAME, "parameters": Nullable(Free()), "strict": Nullable(Bool())},
    {"description": Nullable(Str())},
)
BODY = Obj(
    {"model": Str(min=1), "input": StrOr(Arr(ITEM, min=1), Str(min=1))},
    {
        "include": Nullable(Arr(Enum("reasoning.encrypted_content", "message.input_image.image_url"))),
        "instructions": Nullable(Str(min=1)),
        "max_output_tokens": Nullable(Int(min=16)),
        "metadata": Nullable(Free()),
        "parallel_tool_calls": Nullable(Bool()),
        "previous_response_id": Nullable(Str(min=1)),
        "prompt_cache_key": Nullable(Str()),
        "reasoning": Nullable(
            Obj(
                {},
                {
                    "effort": Nullable(Enum("none", "minimal", "low", "medium", "high", "xhigh", "max")),
                    "summary": Nullable(Enum("auto", "concise", "detailed")),
                },
            )
        ),
        "safety_identifier": Str(min=1, max=64),
        "service_tier": Nullable(Enum("auto", "default", "flex", "scale", "priority", "fast", "ultrafast")),
        "store": Nullable(Bool()),
        "stream": Nullable(Bool()),
        "temperature": Nullable(Num()),
        "text": Obj({}, {"format": FORMAT, "verbosity": Nullable(Enum("low", "medium", "high"))}),
        "tool_choice": StrOr(
            Obj({"type": Enum("function"), "name": NAME}), Enum("none", "auto", "required")
        ),
        "tools": Arr(TOOL, min=1),
        "top_p": Nullable(Num()),
    },
)


def check(body, files, report):
    if not BODY.check(body, "", report):
        return False
    if body.get("store") is not False:
        report.problem("store", "is not false: the provider would keep the conversation for 30 days")
    if isinstance(body["input"], str):
        report.text("input", body["input"])
        return True
    calls = Calls(report)
    for i, item in enumerate(body["input"]):
        _check_item(item, body["input"][i + 1 :], f"input.{i}", calls, files, report)
    calls.close("at all")
    if isinstance(body.get("instructions"), str):
        report.text("instructions", body["instructions"])
    return True


def _check_item(item, behind, path, calls, files, report):
    if item["type"] == "message":
        if item["role"] != "assistant":  # the model may speak between its calls
            calls.close("before the next message")
        _read_parts(item["content"], f"{path}.content", files, report)
    elif item["type"] == "function_call":
        check_arguments(item["arguments"], f"{path}.arguments", report)
        calls.call(item["call_id"], path)
    elif item["type"] == "function_call_output":
        calls.result(item["call_id"], path)
        _read_parts(item["output"], f"{path}.output", files, report)
    else:
        if not item.get("encrypted_content"):
            report.problem(path, "is reasoning that the provider did not keep and that is not sent")
        if not behind or behind[0]["type"] == "function_call_output" or behind[0].get("role") == "user":
            report.problem(path, "is reasoning without the item that it led to")


def _read_parts(parts, path, files, report):
    if isinstance(parts, str):
        report.text(path, parts)
        return
    for j, part in enumerate(parts):
        here = f"{path}.{j}"
        if part["type"] in ("input_text", "output_text"):
            report.text(f"{here}.text", part["text"])
        elif part["type"] == "input_image":
            _one_of(part, ("image_url", "file_id"), here, report)
            if part.get("image_url"):
                files.image_url(part["image_url"], f"{here}.image_url")
        elif part["type"] == "input_file":
            _read_file(part, here, files, report)


def _read_file(part, path, files, report):
    _one_of(part, ("file_data", "file_id", "file_url"), path, report)
    if part.get("file_url"):
        files.remote(part["file_url"], f"{path}.file_url", kind="document")
    if part.get("file_data"):
        if "filename" not in part:
            report.problem(path, "has no filename, by which the API tells what it is")
        files.data_url(part["file_data"], f"{path}.file_data", kind="document")


def _one_of(part, keys, path, report):
    given = [key for key in keys if part.get(key)]
    if len(given) != 1:
        report.problem(path, f"has {len(given)} of {', '.join(keys)}, not one")
