"""Ollama /api/chat: the types of ollama 0.6.4 and of the server's own source (`truncate`, `shift`)."""

from shapes import Arr, Bool, Enum, Free, Int, Num, Obj, Str, StrOr, Tagged

NAME = Str(min=1)
IMAGES = {"images": Arr(Str(min=1), min=1)}
CALL = Obj({"function": Obj({"name": NAME, "arguments": Free()}, {"index": Int(min=0)})}, {"id": Str(min=1)})
MESSAGE = Tagged(
    "role",
    {
        "system": Obj({"role": Enum("system"), "content": Str(min=1)}),
        "user": Obj({"role": Enum("user"), "content": Str()}, IMAGES),
        "assistant": Obj(
            {"role": Enum("assistant"), "content": Str()},
            {**IMAGES, "thinking": Str(min=1), "tool_calls": Arr(CALL, min=1)},
        ),
        "tool": Obj({"role": Enum("tool"), "content": Str(), "tool_name": NAME}, {"tool_call_id": Str(min=1)}),
    },
)
FUNCTION = Obj({"name": NAME, "parameters": Free()}, {"description": Str()})
OPTIONS = Obj(
    {},
    {
        "num_ctx": Int(min=1),
        "num_predict": Int(),
        "num_keep": Int(),
        "seed": Int(),
        "stop": Arr(Str(min=1)),
        "temperature": Num(),
        "top_k": Int(),
        "top_p": Num(),
        "min_p": Num(),
        "repeat_penalty": Num(),
        "presence_penalty": Num(),
        "frequency_penalty": Num(),
    },
)
BODY = Obj(
    {"model": Str(min=1), "messages": Arr(MESSAGE, min=1)},
    {
        "stream": Bool(),
        "format": StrOr(Free(), Enum("json")),
        "keep_alive": StrOr(Num()),
        "options": OPTIONS,
        "shift": Bool(),
        "think": StrOr(Bool(), Enum("high", "medium", "low")),
        "tools": Arr(Obj({"type": Enum("function"), "function": FUNCTION}), min=1),
        "truncate": Bool(),
    },
)


def check(body, files, report):
    if not BODY.check(body, "", report):
        return False
    if body.get("truncate") is not False:
        report.problem("truncate", "is not false: old messages would be dropped without a word")
    due = []
    for i, message in enumerate(body["messages"]):
        path = f"messages.{i}"
        if message["role"] == "tool":
            if not due or due.pop(0) != message["tool_name"]:
                report.problem(path, f"is a result of {message['tool_name']!r}, which is not the next that was called")
        else:
            if due:
                report.problem(path, f"comes before the result of {due[0]!r}")
            due = [call["function"]["name"] for call in message.get("tool_calls", [])]
        if message["role"] == "user" and not message["content"] and "images" not in message:
            report.problem(path, "says nothing")
        report.text(f"{path}.content", message["content"])
        for j, image in enumerate(message.get("images", [])):
            files.image(image, f"{path}.images.{j}")
    if due:
        report.problem("messages", f"end before the result of {due[0]!r}")
    if body["messages"][-1]["role"] == "assistant":
        report.problem("messages", "end with the model's own turn")
    return True
