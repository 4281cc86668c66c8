"""Eight clients that send ten pictures of 10 MiB each at once, to `fovea serve` and to an nginx that only keeps bodies as files."""

import atexit
import io
import os
import socket
import subprocess
import tempfile
import time
import urllib.request

from common import processor_seconds_of_all, status_bytes

CLIENTS = 8
PICTURES = 10
SIZE = 10 << 20
TURNS_AT_ONCE = 4  # serve.turns_at_once
NGINX = """
%(user)s worker_processes 2; daemon off; pid %(folder)s/pid; error_log %(folder)s/log;
events { worker_connections 4096; }
http { access_log off; client_body_temp_path %(folder)s/bodies; server { listen 127.0.0.1:%(port)d;
  location /upload { client_max_body_size 1g; client_body_in_file_only on; proxy_pass http://127.0.0.1:%(port)d/done; proxy_pass_request_body off; proxy_set_header content-length ""; }
  location /done { return 200; } location /large { root %(folder)s; } } }
"""


def picture(number):
    """A PNG of noise, just below the limit."""
    from PIL import Image
    width, height = 1866, 1870
    out = io.BytesIO()
    Image.frombytes("RGB", (width, height), os.urandom(width * height * 3)).save(out, "PNG", compress_level=1)
    file = out.getvalue()
    assert SIZE * 0.98 < len(file) <= SIZE, len(file)
    return file


def together(urls, files, headers):
    """Seconds until all have their answer. No picture is sent twice."""
    def words(client):
        return [part for number, file in enumerate(files[client * PICTURES:][:PICTURES])
                for part in ("-F", f"images[]=@{file};filename=p{number}.png")]
    begun = time.monotonic()
    running = [subprocess.Popen(
        ["curl", "-sS", "-o", os.devnull, "-w", "%{http_code}", *headers, "-F", "message=keep {rounds=1 burst=1 every=0}",
         *words(client), url], stdout=subprocess.PIPE, text=True) for client, url in enumerate(urls)]
    codes = [each.communicate()[0] for each in running]
    return time.monotonic() - begun, codes


def nginx(folder):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    os.makedirs(f"{folder}/bodies")
    with open(f"{folder}/large", "w", encoding="utf-8") as file:
        file.write("x" * 60_000)
    os.chmod(f"{folder}/large", 0o644)
    user = "user root;" if os.geteuid() == 0 else ""  # who may write to the folder
    with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as file:
        file.write(NGINX % {"folder": folder, "port": port, "user": user})
    server = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-p", folder], stderr=subprocess.DEVNULL)
    atexit.register(server.terminate)
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/done")
            return server, port
        except OSError:
            time.sleep(0.05)
    raise SystemExit("nginx does not answer")


def occupy(fovea):
    """As many turns as run at a time, which wait for their model: those of the uploads begin afterwards, and only taking them is measured."""
    sessions = [fovea.post("/sessions", {})["session_id"] for _ in range(TURNS_AT_ONCE)]
    for session in sessions:
        fovea.post(f"/sessions/{session}/messages", {"message": "wait {rounds=2 burst=1 every=60000}"})
    return sessions


def run(fovea, _options):
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number in range(PICTURES * CLIENTS):
            files.append(f"{folder}/{number}.png")
            with open(files[-1], "wb") as file:
                file.write(picture(number))
        total = sum(os.path.getsize(file) for file in files)
        peer, port = nginx(folder + "/nginx")
        before = processor_seconds_of_all(peer.pid)
        theirs, codes = together([f"http://127.0.0.1:{port}/upload"] * CLIENTS, files, [])
        their_work = processor_seconds_of_all(peer.pid) - before
        assert set(codes) == {"200"}, codes
        peer.terminate()
        busy = occupy(fovea)
        sessions = [fovea.post("/sessions", {})["session_id"] for _ in range(CLIENTS)]
        urls = [f"http://127.0.0.1:{fovea.port}/sessions/{each}/messages" for each in sessions]
        before = processor_seconds_of_all(fovea.pid)
        ours, codes = together(urls, files, ["-H", "Authorization: Bearer " + fovea.token])
        our_work = processor_seconds_of_all(fovea.pid) - before
        assert set(codes) == {"202"}, codes
        shared = status_bytes(fovea.pid, "RssShmem")  # with its workers, who read there
        peak = status_bytes(fovea.pid, "VmHWM") - shared
        for session in sessions + busy:
            fovea.post(f"/sessions/{session}/cancel", {})
    rate = lambda seconds: total / seconds / 1e6
    print("%d clients with %d pictures of 10 MiB each" % (CLIENTS, PICTURES))
    print("  nginx, bodies as files  %6.0f MB/s, %.1f s of processors" % (rate(theirs), their_work))
    print("  fovea serve             %6.0f MB/s, %.2f of nginx (bar 0.5), %.1f s of processors, workers included; at most %.0f MB (bar 80), and %.0f shared with its workers" % (
        rate(ours), theirs / ours, our_work, peak / 1e6, shared / 1e6))
    return {"nginx_mb_s": rate(theirs), "fovea_mb_s": rate(ours), "ratio": theirs / ours, "nginx_processor_s": their_work,
            "fovea_processor_s": our_work, "peak_bytes": peak, "shared_bytes": shared}
