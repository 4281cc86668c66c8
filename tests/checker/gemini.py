"""Gemini generateContent: the types of @google/genai 2.32.0, and what the API says on top."""

import re

from shapes import Arr, Bool, Enum, Free, Int, Num, Obj, Str, Tagged

NAME = Str(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
RESOLUTIONS = tuple(f"MEDIA_RESOLUTION_{level}" for level in ("LOW", "MEDIUM", "HIGH"))

BLOB = Obj({"mimeType": Str(min=1), "data": Str(min=1)}, {"displayName": Str(min=1)})
FILE = Obj({"fileUri": Str(min=1)}, {"mimeType": Str(min=1), "displayName": Str(min=1)})
CALL = Obj({"name": NAME, "args": Free()}, {"id": Str(min=1)})
RESPONSE = Obj(
    {"name": NAME, "response": Free()},
    {"id": Str(min=1), "parts": Arr(Obj({"inlineData": BLOB}), min=1)},
)
MARKS = {"thoughtSignature": Str(min=1), "thought": Bool()}
RESOLUTION = {"mediaResolution": Obj({"level": Enum(*RESOLUTIONS, "MEDIA_RESOLUTION_ULTRA_HIGH")})}
DATA = {
    "text": (Str(), MARKS),
    "inlineData": (BLOB, {**MARKS, **RESOLUTION}),
    "fileData": (FILE, {**MARKS, **RESOLUTION}),
    "functionCall": (CALL, MARKS),
    "functionResponse": (RESPONSE, MARKS),
}


class Part:
    """A union by which key is there."""

    def check(self, value, path, report):
        if not isinstance(value, dict):
            report.problem(path, "is not an object")
            return False
        kinds = [key for key in DATA if key in value]
        if len(kinds) != 1:
            report.problem(path, f"has {len(kinds)} of {', '.join(DATA)}, not one")
            return False
        shape, optional = DATA[kinds[0]]
        return Obj({kinds[0]: shape}, optional).check(value, path, report)


CONTENT = Tagged(
    "role",
    {role: Obj({"role": Enum(role), "parts": Arr(Part(), min=1)}) for role in ("user", "model")},
)
FUNCTION = Obj(
    {"name": NAME, "description": Str(min=1)},
    {"parameters": Free(), "parametersJsonSchema": Free()},
)
CONFIG = Obj(
    {},
    {
        "candidateCount": Int(min=1),
        "frequencyPenalty": Num(),
        "maxOutputTokens": Int(min=1),
        "mediaResolution": Enum(*RESOLUTIONS),
        "presencePenalty": Num(),
        "responseJsonSchema": Free(),
        "responseMimeType": Enum("text/plain", "application/json"),
        "responseSchema": Free(),
        "seed": Int(),
        "stopSequences": Arr(Str(min=1), max=5),
        "temperature": Num(),
        "thinkingConfig": Obj(
            {},
            {
                "includeThoughts": Bool(),
                "thinkingBudget": Int(),
                "thinkingLevel": Enum("MINIMAL", "LOW", "MEDIUM", "HIGH"),
            },
        ),
        "topK": Num(),
        "topP": Num(),
    },
)
BODY = Obj(
    {"contents": Arr(CONTENT, min=1)},
    {
        "systemInstruction": Obj({"parts": Arr(Obj({"text": Str(min=1)}), min=1)}),
        "generationConfig": CONFIG,
        "tools": Arr(Obj({"functionDeclarations": Arr(FUNCTION, min=1)}), min=1),
        "toolConfig": Obj(
            {
                "functionCallingConfig": Obj(
                    {"mode": Enum("AUTO", "ANY", "NONE", "VALIDATED")}, {"allowedFunctionNames": Arr(NAME)}
                )
            }
        ),
        "cachedContent": Str(r"cachedContents/.+"),
    },
)


def check_path(path, model, report):
    found = re.fullmatch(r"/v1beta/models/([^/:?]+):(generateContent|streamGenerateContent\?alt=sse)", path)
    if found is None:
        report.problem("path", f"{path} is not /v1beta/models/MODEL:generateContent")
    elif model is not None and found[1] != model.removeprefix("models/"):
        report.problem("path", f"{found[1]} is not {model}")


def check(body, files, report):
    if not BODY.check(body, "", report):
        return False
    config = body.get("generationConfig", {})
    if "responseSchema" in config and "responseJsonSchema" in config:
        report.problem("generationConfig", "has both kinds of schema")
    if ("responseSchema" in config or "responseJsonSchema" in config) and config.get(
        "responseMimeType"
    ) != "application/json":
        report.problem("generationConfig", "has a schema without responseMimeType application/json")
    _check_turns(body["contents"], files, report)
    for part in body.get("systemInstruction", {"parts": []})["parts"]:
        report.text("systemInstruction", part["text"])
    for i, content in enumerate(body["contents"]):
        for j, part in enumerate(content["parts"]):
            _read_part(part, f"contents.{i}.parts.{j}", files, report)
    return True


def _of(content, kind):
    return [part[kind] for part in content["parts"] if kind in part]


def _check_turns(contents, files, report):
    """A turn of calls is answered by the next content: as many results, in the same order, with the
    same names, and nothing beside them."""
    if contents[-1]["role"] != "user":
        report.problem("contents", "do not end with the user")
    if _of(contents[0], "functionCall"):
        report.problem("contents.0", "is a call that nobody asked for")
    due = []
    for i, content in enumerate(contents):
        path = f"contents.{i}"
        calls, results = _of(content, "functionCall"), _of(content, "functionResponse")
        if content["role"] == "user" and calls:
            report.problem(path, "is the user's and calls a function")
        if content["role"] == "model" and results:
            report.problem(path, "is the model's and answers a call")
        if len(results) != len(due):
            report.problem(path, f"has {len(results)} results for {len(due)} calls")
        for call, result in zip(due, results):
            if call["name"] != result["name"] or call.get("id") != result.get("id"):
                report.problem(path, f"answers {result['name']!r} where {call['name']!r} was called")
        if results and len(results) != len(content["parts"]):
            report.problem(path, "has something beside the results of calls")
        if any("parts" in result for result in results) and not files.limits.tool_images:
            report.problem(path, "has files in a result, which Gemini takes from 3 on")
        due = calls
        for j, part in enumerate(content["parts"]):
            if content["role"] == "user" and ("thought" in part or "thoughtSignature" in part):
                report.problem(f"{path}.parts.{j}", "is a thought of the user")
    if due:
        report.problem("contents", "end with calls that have no results")


def _read_part(part, path, files, report):
    if "text" in part:
        report.text(f"{path}.text", part["text"])
    elif "inlineData" in part:
        _read_blob(part["inlineData"], f"{path}.inlineData", files)
    elif "fileData" in part:
        mime = part["fileData"].get("mimeType", "")
        kind = "document" if mime == "application/pdf" else "image"
        files.remote(part["fileData"]["fileUri"], f"{path}.fileData.fileUri", kind=kind)
    elif "functionResponse" in part:
        response = part["functionResponse"]
        for key, value in response["response"].items():
            if isinstance(value, str):
                report.text(f"{path}.functionResponse.response.{key}", value)
        for k, inner in enumerate(response.get("parts", [])):
            _read_blob(inner["inlineData"], f"{path}.functionResponse.parts.{k}.inlineData", files)


def _read_blob(blob, path, files):
    if blob["mimeType"] == "application/pdf":
        files.document(blob["data"], f"{path}.data", blob["mimeType"])
    else:
        files.image(blob["data"], f"{path}.data", blob["mimeType"])
