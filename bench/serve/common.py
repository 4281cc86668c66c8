"""What the trials of `fovea serve` share: the daemon with a model server behind it, and what it takes."""

import atexit
import json
import os
import pathlib
import subprocess
import sys
import threading
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TICK = os.sysconf("SC_CLK_TCK")
CONFIGURATION = """
model = "mock/m"
[providers.mock]
kind = "openai_chat"
base_url = "http://127.0.0.1:%d"
api_key_env = "BENCH_KEY"
[models."m"]
vision = true
[images]
max_per_session = 100000
"""


class Program:
    """A child that speaks in lines of JSON."""

    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self.close)

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            sys.exit("a program of the trial ended early")
        return json.loads(text)

    def ask(self, value):
        self.process.stdin.write(json.dumps(value) + "\n")
        self.process.stdin.flush()
        return self.line()

    def close(self):
        self.process.kill()
        self.process.wait()


def status_bytes(pid, name):
    """VmRSS or VmHWM of a process."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    return 0


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def processor_seconds_of_all(pid):
    """With its children, those that are gone included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    own = sum(int(field) for field in fields[11:15]) / TICK
    children = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    return own + sum(processor_seconds_of_all(child) for task in children for child in task.read_text().split())


class Fovea:
    name = "fovea serve"

    def __init__(self, build, folder, port=0):
        self.build, self.folder, self.port = build, folder, port
        self.provider = Program(["node", HERE / "provider.mjs"])
        self.config = folder / "config.toml"
        self.config.write_text(CONFIGURATION % self.provider.line()["port"])
        self.config.chmod(0o600)
        self.environment = dict(os.environ, BENCH_KEY="k", HOME=str(folder))
        self.start()
        self.session = self.post("/sessions", {})["session_id"]
        atexit.register(self.close)

    def start(self):
        self.process = subprocess.Popen(
            [self.build / "bin/fovea", "serve", "--port", str(self.port), "--data", self.folder / "data",
             "--config", self.config], env=self.environment, stderr=subprocess.PIPE, text=True)
        said = []
        for line in self.process.stderr:
            said.append(line)
            if "http://" in line:
                url = line[line.index("http://"):].split()[0]
                break
        else:
            sys.exit("fovea serve did not start: " + "".join(said))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.pid = self.process.pid
        self.port = int(url.split(":")[2].split("/")[0])
        self.token = url.split("token=")[1]

    def ask(self, method, path, value=None, headers=None, timeout=600):
        """The answer's JSON, or its bytes."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", None if value is None else json.dumps(value).encode(),
            {"authorization": "Bearer " + self.token, "content-type": "application/json", **(headers or {})}, method=method)
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            body = answer.read()
            return json.loads(body) if "json" in answer.headers.get("content-type", "") else body

    def post(self, path, value, headers=None):
        return self.ask("POST", path, value, headers)

    def say(self, message, images=()):
        return self.post(f"/sessions/{self.session}/messages?wait=true", {"message": message, "images": list(images)})

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.provider.close()
