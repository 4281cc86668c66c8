#!/usr/bin/env python3
"""A model server that sees well and refuses some pictures, in every dialect and with that provider's own
error: the pictures that poison conversations elsewhere.

    refusing_server.py --record FOLDER [--refuse R,G,B]… [--nameless] [--max-images N] [--max-base64 N]
                       [--least-edge N] [--mistral]

prints {"url": "http://127.0.0.1:PORT"} when it listens, and ends when its standard input does. Each
request is kept in FOLDER byte for byte (NNNN.body, NNNN.json) before it is answered.

A picture is refused by its colour on average, so in any size and format. Errors name its place where the
provider's do; with --nameless, and always for Gemini and Ollama, they do not. An address whose host is
`gone.example` cannot be fetched. --max-images and --max-base64 are limits that nobody was told of; the
errors tell them as Anthropic and vLLM do; --least-edge likewise, as Qwen's API does. With --mistral it is as strict
about forms as Mistral's API: no user message right behind a tool's, and ids of calls have nine letters and digits.

A message with the line "Read FILE" is answered by a call of filesystem_read (Anthropic's and OpenAI's chat dialect
only), anything else by "I see N pictures.".
"""

import argparse
import base64
import http.server
import io
import itertools
import json
import os
import pathlib
import re
import sys
import threading

from PIL import Image

DATA = re.compile(r"(?:data:[^,]*;base64,)?([A-Za-z0-9+/]{60,}={0,2})")
options = None
numbers = itertools.count()
calls = itertools.count(1)


def pictures_in(value, path=()):
    """(path, Pillow image, bytes of base64) of every picture in a body, wherever it stands."""
    if isinstance(value, str):
        found = DATA.fullmatch(value)
        if found:
            try:
                yield path, Image.open(io.BytesIO(base64.b64decode(found[1]))).convert("RGB"), len(found[1])
            except OSError:
                pass  # a PDF
    elif isinstance(value, (list, dict)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from pictures_in(one, path + (key,))


def addresses_in(value, path=()):
    """(path, URL) of every address that cannot be fetched."""
    if isinstance(value, str):
        if path[-1] in ("url", "image_url", "fileUri") and value.startswith("https://gone.example/"):
            yield path, value
    elif isinstance(value, (list, dict)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from addresses_in(one, path + (key,))


def is_refused(picture):
    seen = picture.resize((1, 1), Image.BOX).getpixel((0, 0))
    return any(all(abs(a - b) <= 24 for a, b in zip(seen, colour)) for colour in options.refuse)


def anthropic_error(words, path):
    steps = ["image.source.base64" if key == "source" and path[-1] == "data" else str(key) for key in path]
    steps = ["image.source" if key == "source" else key for key in steps]
    place = re.sub(r"(content\.\d+)\.content", r"\1.tool_result.content", ".".join(steps))
    if path and not options.nameless:
        words = f"{place}: {words}"
    return {"type": "error", "error": {"type": "invalid_request_error", "message": words}, "request_id": "req_1"}


def openai_error(words, path, code):
    steps = path[: path.index("image_url") + 1] if path else ()
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in steps).lstrip(".")
    return {
        "error": {
            "message": words,
            "type": "invalid_request_error",
            "param": None if options.nameless or not path else place,
            "code": code,
        }
    }


def gemini_error(words):
    return {"error": {"code": 400, "message": words, "status": "INVALID_ARGUMENT"}}


def bad_picture(kind, path):
    if kind == "anthropic":
        return anthropic_error("Could not process image", path)
    if kind == "gemini":
        return gemini_error("Unable to process input image. Please retry or report in https://example.org/")
    if kind == "ollama":
        return {"error": "invalid image input"}
    words = "You uploaded an unsupported image. Please make sure your image has of one the following formats: "
    return openai_error(words + "['png', 'jpeg', 'gif', 'webp'].", path, "invalid_image_format")


def bad_address(kind, path, url):
    if kind == "anthropic":
        return anthropic_error("Unable to download the file. Please verify the URL and try again.", path)
    if kind == "gemini":
        return gemini_error(f"Cannot fetch content from the provided URL. {url}")
    return openai_error(f"Error while downloading {url}.", path, "invalid_image_url")


def too_many(kind, count):
    if kind == "anthropic":
        return anthropic_error(f"too many images and documents: {count} + 0 > {options.max_images}", ())
    return openai_error(f"At most {options.max_images} image(s) may be provided in one prompt.", (), None)


def too_large(kind, path, size):
    megabytes = options.max_base64 >> 20
    words = f"image exceeds {megabytes} MB maximum: {size} bytes > {options.max_base64} bytes"
    return anthropic_error(words, path[:-1]) if kind == "anthropic" else openai_error(words, path, "image_too_large")


def too_small(kind, picture):
    words = (
        "<400> InternalError.Algo.InvalidParameter: The image length and width do not meet the model restrictions. "
        f"[height:{picture.height} or width:{picture.width} must be larger than {options.least_edge - 1}]"
    )
    return anthropic_error(words, ()) if kind == "anthropic" else openai_error(words, (), "invalid_parameter_error")


def mistral_error(words, kind, code):
    return {"object": "error", "message": words, "type": kind, "param": None, "code": code}


def bad_form(messages):
    """What Mistral's API says of the order of messages and the ids of calls, or None."""
    before = None
    for message in messages:
        role = message["role"]
        if role == "user" and before == "tool":
            words = "Unexpected role 'user' after role 'tool'"
            return mistral_error(words, "invalid_request_message_order", "3230")
        ids = [call["id"] for call in message.get("tool_calls") or []] + [message.get("tool_call_id", "a" * 9)]
        for one in ids:
            if not re.fullmatch("[a-zA-Z0-9]{9}", one):
                words = f"Tool call id was {one} but must be a-z, A-Z, 0-9, with a length of 9."
                return mistral_error(words, "invalid_function_call", "3280")
        before = role
    return None


def refusal_of(kind, body):
    """The error, or None."""
    wrong = bad_form(body.get("messages", [])) if options.mistral else None
    if wrong is not None:
        return wrong
    pictures = list(pictures_in(body))
    if 0 < options.max_images < len(pictures):
        return too_many(kind, len(pictures))
    for path, picture, size in pictures:
        if 0 < options.max_base64 < size:
            return too_large(kind, path, size)
        if min(picture.size) < options.least_edge:
            return too_small(kind, picture)
        if is_refused(picture):
            return bad_picture(kind, path)
    for path, url in addresses_in(body):
        return bad_address(kind, path, url)
    return None


def file_to_read(body):
    """What the last message asks for, or None."""
    content = body["messages"][-1]["content"] if body.get("messages") else ""
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content or []]
    found = re.search(r"^Read (\S+)$", "\n".join(parts), re.MULTILINE)
    return found and found[1]


def anthropic_call(path, number, stream):
    call = {"type": "tool_use", "id": f"toolu_{number:022}", "name": "filesystem_read", "input": {"path": path}}
    message = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None,
        "content": [call], "stop_reason": "tool_use", "usage": {"input_tokens": 100, "output_tokens": 5},
    }
    if not stream:
        return json.dumps(message)
    piece = {"type": "input_json_delta", "partial_json": json.dumps(call["input"])}
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {**call, "input": {}}},
        {"type": "content_block_delta", "index": 0, "delta": piece},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 5}},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def chat_call(path, number, stream):
    name = f"mis{number:06}" if options.mistral else f"call_{number:024}"
    function = {"name": "filesystem_read", "arguments": json.dumps({"path": path})}
    call = {"index": 0, "id": name, "type": "function", "function": function}
    said = {"role": "assistant", "content": None, "tool_calls": [call]}
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
    if not stream:
        choice = {"index": 0, "finish_reason": "tool_calls", "message": said}
        return json.dumps({"id": "c1", "object": "chat.completion", "choices": [choice], "usage": usage})
    chunks = [
        {"choices": [{"index": 0, "delta": said, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
        {"choices": [], "usage": usage},
    ]
    return "".join(f"data: {json.dumps({'id': 'c1', **one})}\n\n" for one in chunks) + "data: [DONE]\n\n"


def anthropic_answer(text, stream):
    message = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None,
        "content": [{"type": "text", "text": text}], "stop_reason": "end_turn",
        "usage": {"input_tokens": 100, "output_tokens": 5},
    }
    if not stream:
        return json.dumps(message)
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 5}},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def chat_answer(text, stream):
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
    whole = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    if not stream:
        return json.dumps({"id": "c1", "object": "chat.completion", "choices": [whole], "usage": usage})
    chunks = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": usage},
    ]
    return "".join(f"data: {json.dumps({'id': 'c1', **one})}\n\n" for one in chunks) + "data: [DONE]\n\n"


def responses_answer(text, stream):
    said = {"type": "output_text", "text": text, "annotations": []}
    item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [said]}
    response = {
        "id": "r1", "object": "response", "status": "completed", "output": [item], "error": None,
        "usage": {"input_tokens": 100, "output_tokens": 5, "total_tokens": 105},
    }
    if not stream:
        return json.dumps(response)
    events = [
        {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        {"type": "response.output_text.delta", "item_id": "m1", "output_index": 0, "content_index": 0, "delta": text},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def gemini_answer(text, stream):
    answer = {
        "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 5, "totalTokenCount": 105},
    }
    return f"data: {json.dumps(answer)}\n\n" if stream else json.dumps(answer)


def ollama_answer(text, stream):
    head = {"model": "m", "created_at": "2026-11-15T00:00:00Z"}
    last = {"done": True, "done_reason": "stop", "prompt_eval_count": 100, "eval_count": 5}
    if not stream:
        return json.dumps({**head, "message": {"role": "assistant", "content": text}, **last})
    lines = [
        {**head, "message": {"role": "assistant", "content": text}, "done": False},
        {**head, "message": {"role": "assistant", "content": ""}, **last},
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


DIALECTS = {
    "/v1/messages": ("anthropic", anthropic_answer),
    "/v1/chat/completions": ("openai_chat", chat_answer),
    "/v1/responses": ("openai_responses", responses_answer),
    "/v1beta/models/": ("gemini", gemini_answer),
    "/api/chat": ("ollama", ollama_answer),
}


CALLS = {"anthropic": anthropic_call, "openai_chat": chat_call}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.record(raw)
        found = [pair for path, pair in DIALECTS.items() if self.path.startswith(path)]
        if not found:
            return self.answer(404, json.dumps({"error": {"message": "no such path"}}), "application/json")
        kind, answer = found[0]
        body = json.loads(raw)
        refusal = refusal_of(kind, body)
        if refusal is not None:
            return self.answer(400, json.dumps(refusal), "application/json")
        by_default = self.path == "/api/chat"
        stream = body.get("stream", by_default) or "alt=sse" in self.path
        wanted = file_to_read(body) if kind in CALLS else None
        if wanted:
            text = CALLS[kind](wanted, next(calls), stream)
        else:
            text = answer(f"I see {len(list(pictures_in(body)))} pictures.", stream)
        framing = "application/x-ndjson" if by_default else "text/event-stream"
        return self.answer(200, text, framing if stream else "application/json")

    def answer(self, status, text, kind):
        raw = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def record(self, raw):
        name = options.record / f"{next(numbers):04}"
        name.with_suffix(".body").write_bytes(raw)
        head = {"method": self.command, "path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()}}
        name.with_suffix(".json").write_text(json.dumps(head))

    def log_message(self, *arguments):
        pass


def colour(text):
    return tuple(int(part) for part in text.split(","))


def main():
    global options
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=pathlib.Path, required=True)
    parser.add_argument("--refuse", type=colour, action="append", default=[])
    parser.add_argument("--nameless", action="store_true")
    parser.add_argument("--max-images", type=int, default=0)
    parser.add_argument("--max-base64", type=int, default=0)
    parser.add_argument("--least-edge", type=int, default=0)
    parser.add_argument("--mistral", action="store_true")
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
