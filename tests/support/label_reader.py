#!/usr/bin/env python3
"""A model that knows of its pictures what its requests say, and nothing else.

    label_reader.py --record FOLDER

prints {"url": "http://127.0.0.1:PORT"} when it listens, and ends when its standard input does. Each
request is kept in FOLDER byte for byte (NNNN.body, NNNN.json) before it is answered. It speaks Anthropic
Messages and OpenAI Chat Completions, streamed and not.

What the last words of the person say, it does:

    read PATH          calls filesystem_read
    ask about LABEL    finds LABEL in the words of the request, takes the id that stands behind it before
                       the next bracket (sha256:…), and calls analyze_image with it
    anything else      answers "I read."

and to what a tool gave it answers with the words of that.
"""

import argparse
import http.server
import itertools
import json
import pathlib
import re
import sys
import threading

options = None
numbers = itertools.count()


def words_in(value):
    """Every text of a body, in its order; no base64."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from words_in(one)
    elif isinstance(value, dict):
        for key in ("text", "content"):
            if key in value:
                yield from words_in(value[key])


def id_behind(label, messages):
    found = None
    for text in words_in(messages):
        for match in re.finditer(re.escape(label) + r"[^\]]*?(sha256:[0-9a-f]{8,64})", text):
            found = match[1]
    return found


def last_of(messages):
    """("tool", words) or ("person", words)."""
    message = messages[-1]
    parts = message["content"] if isinstance(message["content"], list) else []
    if message["role"] == "tool" or any(part.get("type") == "tool_result" for part in parts):
        return "tool", "\n".join(words_in(message["content"]))
    if any(re.match(r"Image \d+ \(from tool call", text) for text in words_in(message["content"])):
        return "tool", "\n".join(words_in(messages[-2]["content"]))
    said = [text for text in words_in(message["content"]) if not text.startswith("[")]
    return "person", said[-1] if said else ""


def answer_to(messages):
    """(text, None) or (None, (tool, input))."""
    who, words = last_of(messages)
    if who == "tool":
        return words, None
    if words.startswith("read "):
        return None, ("filesystem_read", {"path": words.removeprefix("read ")})
    if words.startswith("ask about "):
        label = words.removeprefix("ask about ")
        name = id_behind(label, messages)
        if name is None:
            return f"nothing in the request names {label}", None
        return None, ("analyze_image", {"images": [name], "question": "What is written on it?"})
    return "I read.", None


def anthropic_answer(text, call, stream):
    if call:
        block = {"type": "tool_use", "id": f"toolu_{next(numbers)}", "name": call[0], "input": call[1]}
    else:
        block = {"type": "text", "text": text}
    reason = "tool_use" if call else "end_turn"
    message = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None,
        "content": [block], "stop_reason": reason, "usage": {"input_tokens": 100, "output_tokens": 5},
    }
    if not stream:
        return json.dumps(message)
    begun = {**block, "input": {}} if call else {**block, "text": ""}
    delta = {"type": "text_delta", "text": text}
    if call:
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call[1])}
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": begun},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 5}},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def chat_answer(text, call, stream):
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
    said = {"role": "assistant", "content": text}
    if call:
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        said["tool_calls"] = [{"index": 0, "id": f"call_{next(numbers)}", "type": "function", "function": function}]
    reason = "tool_calls" if call else "stop"
    whole = {"index": 0, "finish_reason": reason, "message": said}
    if not stream:
        return json.dumps({"id": "c1", "object": "chat.completion", "choices": [whole], "usage": usage})
    chunks = [
        {"choices": [{"index": 0, "delta": said, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
        {"choices": [], "usage": usage},
    ]
    return "".join(f"data: {json.dumps({'id': 'c1', **one})}\n\n" for one in chunks) + "data: [DONE]\n\n"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.record(raw)
        writers = {"/v1/messages": anthropic_answer, "/v1/chat/completions": chat_answer}
        writer = writers.get(self.path)
        if writer is None:
            return self.answer(404, json.dumps({"error": {"message": "no such path"}}), "application/json")
        body = json.loads(raw)
        stream = body.get("stream", False)
        text = writer(*answer_to(body["messages"]), stream)
        return self.answer(200, text, "text/event-stream" if stream else "application/json")

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


def main():
    global options
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=pathlib.Path, required=True)
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
