#!/usr/bin/env python3
"""A model server that answers what it is told to: bytes that other mocks do not send.

    scripted_server.py --record FOLDER --rules FILE

prints {"url": "http://127.0.0.1:PORT"} when it listens, and ends when its standard input does. Each request is kept in
FOLDER byte for byte (NNNN.body, NNNN.json) before it is answered. FILE is a list of rules; the first that fits answers:

    {"has": "image_url", "lacks": "x", "longer": 100, "times": 2, "status": 413, "headers": {"retry-after": "9"},
     "body": "…"}

"has" and "lacks" are texts of the request's body, "longer" is a length of it in bytes, "times" how often the rule is
used before the next one is looked at.
"""

import argparse
import http.server
import itertools
import json
import os
import pathlib
import sys
import threading

parser = argparse.ArgumentParser()
parser.add_argument("--record", type=pathlib.Path, required=True)
parser.add_argument("--rules", type=pathlib.Path, required=True)
options = parser.parse_args()
rules = json.loads(options.rules.read_text())
numbers = itertools.count()
lock = threading.Lock()


def rule_for(body):
    text = body.decode("utf-8", "replace")
    with lock:
        for rule in rules:
            if rule.get("has", "") not in text or len(body) <= rule.get("longer", -1):
                continue
            if rule.get("lacks") and rule["lacks"] in text:
                continue
            if rule.get("times", 1) <= 0:
                continue
            if "times" in rule:
                rule["times"] -= 1
            return rule
    return {"status": 418, "body": "no rule fits"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer({"status": 404, "body": "{}"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        name = options.record / f"{next(numbers):04}"
        name.with_suffix(".body").write_bytes(body)
        about = {"method": "POST", "path": self.path, "headers": {key.lower(): value for key, value in self.headers.items()}}
        name.with_suffix(".json").write_text(json.dumps(about))
        self.answer(rule_for(body))

    def answer(self, rule):
        body = rule.get("body", "").encode()
        self.send_response(rule.get("status", 200))
        headers = {"content-type": "text/event-stream" if body.startswith(b"data:") else "application/json"}
        headers.update(rule.get("headers", {}))
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
sys.stdin.read()
os._exit(0)
