#!/usr/bin/env python3
"""Other people's agents behind the gateway, unattended: each is wired with `fovea wire`, gets a picture, and asks a model that
sees and one that does not, in its own dialect and in another. Somebody else's model server (aimock) answers, and what reached it
is looked at. README.md says what is needed."""

import argparse
import atexit
import base64
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent
ANSWER = "It is a red square, 300 wide."
QUESTION = "What is in the picture? Answer in one sentence, without any tool."
SERVERS = {"anthropic": "anthropic", "responses": "openai_responses", "chat": "openai_compatible"}
SIGHTS = ("seer", "reader")


def start(words, **more):
    process = subprocess.Popen(words, text=True, **more)
    atexit.register(lambda: (process.kill(), process.wait()))
    return process


def red_square():
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = (b"\0" + b"\xc8\x1e\x1e" * 300) * 200
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 300, 200, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Bench:
    """A model server, and the gateway before it."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.records = folder / "records"
        self.records.mkdir()
        fixtures = folder / "fixtures.json"
        fixtures.write_text(json.dumps({"fixtures": [{"match": {}, "response": {"content": ANSWER}}]}))
        mock = start(["node", TESTS / "node/aimock.mjs", "--fixtures", fixtures, "--record", self.records],
                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.upstream = json.loads(mock.stdout.readline())["url"]
        self.config = folder / "config.toml"
        self.config.write_text(self.configuration())
        self.config.chmod(0o600)
        self.picture = folder / "red.png"
        self.picture.write_bytes(red_square())
        self.port = self.serve()

    def configuration(self):
        text = f'model = "gpt-chat-seer"\n[serve]\nport = 0\n'
        aliases = "[gateway.models]\n"
        for server, kind in SERVERS.items():
            text += f'[providers.to-{server}]\nkind = "{kind}"\nbase_url = "{self.upstream}"\n'
            for sight in SIGHTS:
                for family in ("claude", "gpt"):  # as agents know models
                    aliases += f'"{family}-{server}-{sight}" = "to-{server}/{sight}"\n'
        aliases += '"claude-*" = "to-anthropic/seer"\n"gpt-*" = "to-chat/seer"\n'
        return text + aliases + ('[models.seer]\nvision = true\ntools = true\ncontext = 200000\n'
                                 '[models.reader]\nvision = false\ntools = true\ncontext = 200000\n')

    def fovea(self, home, *words):
        return subprocess.run([self.program, "--config", self.config, "--data", self.folder / "data", *words],
                              env=dict(os.environ, HOME=str(home)), capture_output=True, text=True, check=False)

    def serve(self):
        daemon = start([self.program, "--config", self.config, "--data", self.folder / "data", "serve", "--port", "0"],
                       env=dict(os.environ, HOME=str(self.folder)), stderr=subprocess.PIPE)
        for line in daemon.stderr:
            if "http://" in line:
                threading.Thread(target=daemon.stderr.read, daemon=True).start()
                return int(line[line.index("http://"):].split(":")[2].split("/")[0])
        sys.exit("fovea serve did not start")

    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def heard(self, since):
        """Bodies that reached the model server."""
        return [path.read_text(errors="replace") for path in sorted(self.records.glob("*.body"))[since:]]

    def count(self):
        return len(list(self.records.glob("*.body")))


def claude(bench, model):
    blocks = [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
                                           "data": base64.b64encode(bench.picture.read_bytes()).decode()}},
              {"type": "text", "text": QUESTION}]
    line = json.dumps({"type": "user", "message": {"role": "user", "content": blocks}})
    return (["claude", "-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json", "--model", model],
            line + "\n", {"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"})


def codex(bench, model):
    return (["codex", "exec", "--skip-git-repo-check", "-m", model, "-i", str(bench.picture), "--", QUESTION], "", {})


def opencode(bench, model):
    return (["opencode", "run", "-m", "fovea/" + model, "-f", str(bench.picture), "--", QUESTION], "",
            {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"})


def pi(bench, model):
    return (["pi", "-p", "--no-session", "--offline", "--provider", "fovea", "--model", model, "@" + str(bench.picture), QUESTION],
            "", {"PI_OFFLINE": "1"})


# How each is asked, the family of names that it knows models by, and the dialect that it speaks.
AGENTS = {"claude": (claude, "claude", "anthropic"), "codex": (codex, "gpt", "responses"),
          "opencode": (opencode, "gpt", "chat"), "pi": (pi, "gpt", "chat")}


def wire(bench, name, home, model):
    done = bench.fovea(home, "wire", name, "--yes", "--url", bench.url(), "--model", model)
    if done.returncode != 0:
        sys.exit(f"fovea wire {name}: {done.stdout}{done.stderr}")


def turn(bench, name, home, model):
    ask, *_ = AGENTS[name]
    words, said, more = ask(bench, model)
    work = home / "work"
    work.mkdir(exist_ok=True)
    environment = {"PATH": f"{HERE}/node_modules/.bin:{os.environ['PATH']}", "HOME": str(home), "TERM": "dumb", "NO_COLOR": "1",
                   "XDG_CONFIG_HOME": str(home / ".config"), "XDG_DATA_HOME": str(home / ".local/share"),
                   "XDG_CACHE_HOME": str(home / ".cache"), "XDG_STATE_HOME": str(home / ".local/state"), **more}
    try:
        return subprocess.run(words, input=said, env=environment, cwd=work, capture_output=True, text=True, timeout=150, check=False)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(words, 124, (late.stdout or b"").decode(), (late.stderr or b"").decode())


def judge(done, bodies, sight):
    """What is wrong; empty: nothing."""
    wrong = []
    if ANSWER not in done.stdout:
        wrong.append(f"the agent did not say the answer (exit {done.returncode})")
    asked = [body for body in bodies if "What is in the picture" in body]
    if not asked:
        return [*wrong, "nothing reached the model"]
    has_picture = any("iVBORw0KGgo" in body for body in asked)
    has_words = any("vision_proxy_description" in body for body in asked)
    if sight == "seer" and not has_picture:
        wrong.append("the model that sees got no picture")
    if sight == "reader" and has_picture:
        wrong.append("the blind model got a picture")
    if sight == "reader" and not has_words:
        wrong.append("the blind model got no description")
    return wrong


def try_agent(bench, name, folder):
    _, family, own = AGENTS[name]
    good = True
    for server in (own, "chat" if own != "chat" else "anthropic"):
        for sight in SIGHTS:
            model = f"{family}-{server}-{sight}"
            home = folder / f"{name}-{server}-{sight}"
            home.mkdir()
            wire(bench, name, home, model)
            since = bench.count()
            done = turn(bench, name, home, model)
            wrong = judge(done, bench.heard(since), sight)
            print(f"{name:9} {server:10} {sight:7} {'ok' if not wrong else '; '.join(wrong)}", flush=True)
            if wrong:
                good = False
                print("   ", (done.stdout[-700:] + done.stderr[-700:]).replace("\n", "\n    "), flush=True)
            undone = bench.fovea(home, "wire", name, "--undo")
            if undone.returncode != 0:
                good = False
                print(f"    wire --undo: {undone.stderr.strip()}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agents", nargs="*", choices=[*AGENTS, []], default=[])
    parser.add_argument("--fovea", type=pathlib.Path, default=HERE.parents[1] / "build/dev/bin/fovea")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what agents and the server wrote")
    arguments = parser.parse_args()
    if not (HERE / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-save", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    with tempfile.TemporaryDirectory(prefix="fovea-agents-") as made:
        folder = arguments.keep or pathlib.Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(arguments.fovea.resolve(), folder)
        results = [try_agent(bench, name, folder) for name in (arguments.agents or AGENTS)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
