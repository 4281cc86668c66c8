#!/usr/bin/env python3
"""The gateway beside nginx as a plain proxy and @portkey-ai/gateway, in one run: README.md has the bars."""

import argparse
import atexit
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
NGINX = """
worker_processes 2; daemon off; error_log stderr crit; pid %(folder)s/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path %(folder)s/b; proxy_temp_path %(folder)s/p; fastcgi_temp_path %(folder)s/f;
  uwsgi_temp_path %(folder)s/u; scgi_temp_path %(folder)s/s; client_max_body_size 64m; client_body_buffer_size 4m;
  keepalive_requests 1000000; keepalive_timeout 120;
  upstream model { server 127.0.0.1:%(model)d; keepalive 256; keepalive_requests 1000000; }
  upstream slow { server 127.0.0.1:%(slow)d; keepalive 256; }
  server { listen 127.0.0.1:%(proxy)d backlog=4096;
    proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; proxy_request_buffering off;
    location / { proxy_pass http://model; }
    location /slow/ { proxy_pass http://slow/; } }
}
"""
MODEL = """
worker_processes 1; daemon off; error_log stderr crit; pid %(folder)s/model.pid;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path %(folder)s/mb; client_max_body_size 64m; client_body_buffer_size 4m;
  keepalive_requests 1000000; keepalive_timeout 120; default_type application/json;
  server { listen 127.0.0.1:%(model)d backlog=4096; location / { return 200 '%(answer)s'; } }
}
"""
ANSWER = json.dumps({
    "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "word " * 100}}],
    "usage": {"prompt_tokens": 10, "completion_tokens": 100, "total_tokens": 110}})
CONFIGURATION = """
[providers.mock]
kind = "openai_compatible"
base_url = "http://127.0.0.1:%d"
[providers.slow]
kind = "openai_compatible"
base_url = "http://127.0.0.1:%d"
[gateway.models]
"m" = "mock/m"
[models."m"]
vision = true
max_image_bytes = 10000000
max_image_px = 8000
"""
WRK = """
wrk.method = "POST"
local file = io.open(%r, "rb")
wrk.body = file:read("*a")
%s
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(words, **more):
    process = subprocess.Popen(words, **more)
    atexit.register(stop, process)
    return process


def stop(process):
    process.terminate()  # nginx ends its workers
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(port):
    for _ in range(400):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f"nobody listens on {port}")


def rss(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


class Trial:
    def __init__(self, build, folder):
        self.folder = folder
        self.model, self.proxy = free_port(), free_port()
        slow = start(["node", HERE / "server.mjs"], stdout=subprocess.PIPE, text=True)
        self.slow = json.loads(slow.stdout.readline())["port"]
        values = {"folder": folder, "model": self.model, "slow": self.slow, "proxy": self.proxy, "answer": ANSWER}
        (folder / "model.conf").write_text(MODEL % values)
        (folder / "nginx.conf").write_text(NGINX % values)
        for name in ("model.conf", "nginx.conf"):
            start(["nginx", "-p", folder, "-c", folder / name], stderr=subprocess.DEVNULL)
        wait_for(self.model)
        wait_for(self.proxy)
        self.start_fovea(build)
        self.portkey = self.start_portkey()

    def start_fovea(self, build):
        config = self.folder / "config.toml"
        config.write_text(CONFIGURATION % (self.model, self.slow))
        config.chmod(0o600)
        self.fovea = start([build / "bin/fovea", "serve", "--port", "0", "--data", self.folder / "data", "--config", config],
                           env=dict(os.environ, HOME=str(self.folder)), stderr=subprocess.PIPE, text=True)
        for line in self.fovea.stderr:
            if "http://" in line:
                url = line[line.index("http://"):].split()[0]
                break
        else:
            sys.exit("fovea serve did not start")
        threading.Thread(target=self.fovea.stderr.read, daemon=True).start()
        self.fovea_port = int(url.split(":")[2].split("/")[0])
        self.token = url.split("token=")[1]

    def start_portkey(self):
        program = HERE / "node_modules/@portkey-ai/gateway/build/start-server.js"
        if not program.exists():
            return None
        port = free_port()
        start(["node", program, f"--port={port}", "--headless"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(port)
        return port

    def ways(self, path="/v1/chat/completions"):
        ways = {
            "nginx": (f"http://127.0.0.1:{self.proxy}{path}", {}),
            "fovea": (f"http://127.0.0.1:{self.fovea_port}{path}", {"Authorization": "Bearer " + self.token})}
        if self.portkey:
            ways["portkey"] = (f"http://127.0.0.1:{self.portkey}{path}", {
                "x-portkey-provider": "openai", "Authorization": "Bearer k",
                "x-portkey-custom-host": f"http://127.0.0.1:{self.model}/v1"})
        return ways

    def load(self, name, body, seconds, connections):
        """Requests a second."""
        url, headers = self.ways()[name]
        lines = "".join(f"wrk.headers[{json.dumps(k)}] = {json.dumps(v)}\n"
                        for k, v in {"Content-Type": "application/json", **headers}.items())
        script = self.folder / f"{name}.lua"
        file = self.folder / "body"
        file.write_bytes(body)
        script.write_text(WRK % (str(file), lines))
        done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script, url],
                              capture_output=True, text=True, check=True)
        wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
        if wrong:
            sys.exit(f"{name}: {wrong.group(0)}\n{done.stdout}")
        return float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))


def body_of(bytes_of_picture):
    content = [{"type": "text", "text": "What is it? " * (70 if not bytes_of_picture else 1)}]
    if bytes_of_picture:
        import struct, zlib, base64
        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        rows = b"".join(b"\0" + os.urandom(3 * 800) for _ in range(bytes_of_picture // 2401))
        png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 800, bytes_of_picture // 2401, 8, 2, 0, 0, 0)) +
               chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))
        content.append({"type": "image_url", "image_url": {"url": "data:image/png;base64," + base64.b64encode(png).decode()}})
    return json.dumps({"model": "m", "messages": [{"role": "user", "content": content}]}).encode()


def best(trial, names, body, seconds, connections, rounds=3):
    """The middle of several rounds, in turns."""
    seen = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            seen[name].append(trial.load(name, body, seconds, connections))
    return {name: sorted(values)[len(values) // 2] for name, values in seen.items()}


def show(label, value, bar, fits):
    print(f"{label:46} {value:>16}   bar {bar:<12} {'ok' if fits else 'MISSED'}", flush=True)
    return fits


def rates(trial, seconds):
    good = True
    names = list(trial.ways())
    for label, size, to_nginx, to_portkey in (("1 KB", 0, 0.8, 30), ("2 MB picture", 1_500_000, 0.8, 10)):
        seen = best(trial, names, body_of(size), seconds, 16 if size else 64)
        print(label + ": " + ", ".join(f"{name} {value:.0f}/s" for name, value in seen.items()), flush=True)
        share = seen["fovea"] / seen["nginx"]
        good &= show(f"{label}, of nginx's requests/s", f"{share:.2f}", f">= {to_nginx}", share >= to_nginx)
        if "portkey" in seen:
            times = seen["fovea"] / seen["portkey"]
            good &= show(f"{label}, times Portkey's", f"{times:.1f}", f">= {to_portkey}", times >= to_portkey)
    return good


def streams(trial):
    def ask(what, url, count, headers):
        done = subprocess.run(["node", HERE / "streams.mjs", what, url, str(count), *(f"{k}:{v}" for k, v in headers.items())],
                              capture_output=True, text=True, check=True,
                              env=dict(os.environ, SERVER=f"http://127.0.0.1:{trial.slow}"))
        return json.loads(done.stdout)
    token = {"authorization": "Bearer " + trial.token}
    url = f"http://127.0.0.1:{trial.fovea_port}/v1/chat/completions"
    direct = ask("delays", f"http://127.0.0.1:{trial.slow}/v1/chat/completions", 10, {})
    ours = ask("delays", url, 10, token)
    print(f"direct {direct}\nfovea  {ours}", flush=True)
    p50, p99 = ours["p50"] - direct["p50"], ours["p99"] - direct["p99"]
    head = ours["head"] - direct["head"]
    good = show("SSE, added delay p50", f"{p50:.2f} ms", "<= 0.2 ms", p50 <= 0.2)
    good &= show("SSE, added delay p99", f"{p99:.2f} ms", "<= 2 ms", p99 <= 2)
    good &= show("added to the first byte", f"{head:.2f} ms", "<= 1 ms", head <= 1)
    left = ask("leave", url + "?hold", 50, token)
    good &= show("the client leaves, the server is left within", f"{left.get('most', 9e9):.1f} ms", "<= 100 ms",
                 left["left"] == 50 and left["most"] <= 100)
    held = ask("hold", url + "?hold", 500, token)
    return good & show("streams held at once", str(held["open"]), "500", held["open"] == 500)


def memory(trial, seconds, requests):
    body = body_of(0)
    rate = trial.load("fovea", body, seconds, 64)
    before = rss(trial.fovea.pid)
    trial.load("fovea", body, max(1, round(requests / rate)), 64)
    grown = rss(trial.fovea.pid) - before
    return show(f"memory grown over {requests} requests", f"{grown / 1e6:.1f} MB", "<= 4 MB", grown <= 4e6)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="?", choices=["rates", "streams", "memory", "all"], default="all")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--corpus")
    parser.add_argument("--seconds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fovea-bench-gateway-") as folder:
        folder = pathlib.Path(folder)
        os.chmod(folder, 0o755)
        trial = Trial(arguments.build.resolve(), folder)
        good = True
        if arguments.what in ("rates", "all"):
            good &= rates(trial, arguments.seconds)
        if arguments.what in ("streams", "all"):
            good &= streams(trial)
        if arguments.what in ("memory", "all"):
            good &= memory(trial, arguments.seconds, 100_000)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
