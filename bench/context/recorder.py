"""A server that speaks as Anthropic's does, keeps every body it is sent, and answers in a few words."""

import http.server
import json
import threading


def events(number):
    """The reply to the request of that number, as a stream."""
    text = "Screen %d: the log has scrolled on. " % number + 12 * (
        "The worker saved its queue after a retry, which took 42 ms; the warning above it is older and was dealt with. ")
    yield "message_start", {"message": {"id": "msg_%d" % number, "type": "message", "role": "assistant", "content": [],
                                        "model": "m", "usage": {"input_tokens": 1, "output_tokens": 1}}}
    yield "content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}
    yield "content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": text}}
    yield "content_block_stop", {"index": 0}
    yield "message_delta", {"delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 20}}
    yield "message_stop", {}


class Recorder:
    """Bodies go to FOLDER/NNNN.body, whole before the answer."""

    def __init__(self, folder):
        recorder = self
        self.folder, self.count = folder, 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                number, recorder.count = recorder.count, recorder.count + 1
                (recorder.folder / ("%04d.body" % number)).write_bytes(body)
                reply = "".join("event: %s\ndata: %s\n\n" % (name, json.dumps({"type": name, **data}))
                                for name, data in events(number + 1)).encode()
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("content-length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server.server_address[1]

    def close(self):
        self.server.shutdown()
        self.server.server_close()
