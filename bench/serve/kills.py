"""Twenty clients that talk while the daemon is killed, again and again: whatever was acknowledged is there, once."""

import base64
import hashlib
import io
import json
import random
import subprocess
import threading
import time
import urllib.error
import urllib.request

CLIENTS = 20


def small_picture(number):
    from PIL import Image
    out = io.BytesIO()
    Image.frombytes("RGB", (8, 8), number.to_bytes(8, "big") * 24).save(out, "PNG")
    return out.getvalue()


class Client(threading.Thread):
    def __init__(self, fovea, number):
        super().__init__(daemon=True)
        self.fovea, self.number = fovea, number
        self.session = fovea.post("/sessions", {})["session_id"]
        self.acknowledged = []  # words, picture
        self.events = []  # (seq, type) as they came
        self.is_quiet = False  # says no more
        self.is_over = False  # hears no more
        self.listener = threading.Thread(target=self.listen, daemon=True)

    def run(self):
        self.listener.start()
        said = 0
        while not self.is_quiet:
            said += 1
            words = f"client {self.number} says {said} {{rounds=2 burst=1 every=3}}"
            picture = small_picture(self.number << 32 | said)
            body = {"message": words, "images": [{"data": base64.b64encode(picture).decode(), "name": "a.png"}]}
            while True:  # until it is acknowledged, as a program would
                try:
                    self.fovea.post(f"/sessions/{self.session}/messages", body, {"idempotency-key": str(said)})
                    self.acknowledged.append((words, picture))
                    break
                except urllib.error.HTTPError as error:
                    if error.code not in (422, 503):
                        raise
                    time.sleep(0.05)  # too much waits
                except OSError:
                    time.sleep(0.05)
            time.sleep(random.random() * 0.1)

    def listen(self):
        last = 0
        while not self.is_over:
            try:
                request = urllib.request.Request(
                    f"http://127.0.0.1:{self.fovea.port}/sessions/{self.session}/events?last_seq={last}",
                    headers={"authorization": "Bearer " + self.fovea.token})
                with urllib.request.urlopen(request, timeout=5) as stream:
                    for line in stream:
                        if not line.startswith(b"data: "):
                            continue
                        event = json.loads(line[6:])
                        if "seq" in event:
                            last = event["seq"]
                            self.events.append((last, event["type"]))
            except (OSError, ValueError):
                time.sleep(0.02)


def pages(fovea, path, name):
    found, after = [], None
    while True:
        page = fovea.ask("GET", f"{path}?limit=200" + (f"&after={after}" if after is not None else ""))
        found += page[name]
        after = page["next"]
        if after is None:
            return found


def wait_until_idle(fovea, clients):
    for client in clients:
        while fovea.ask("GET", f"/sessions/{client.session}/turns")["turns"]:
            time.sleep(0.1)


def check(fovea, client):
    problems = []
    messages = pages(fovea, f"/sessions/{client.session}/history", "messages")
    texts = [block["text"] for message in messages if message["role"] == "user"
             for block in message["content"] if block["type"] == "text"]
    for words, picture in client.acknowledged:
        if texts.count(words) != 1:
            problems.append(f"{words!r} is there {texts.count(words)} times")
    stored = [block["image_id"] for message in messages for block in message["content"] if block["type"] == "image_ref"]
    for words, picture in client.acknowledged:
        name = hashlib.sha256(picture).hexdigest()
        if stored.count(name) != 1:
            problems.append(f"the picture of {words!r} is there {stored.count(name)} times")
        elif fovea.ask("GET", f"/sessions/{client.session}/images/{name}") != picture:
            problems.append(f"the picture of {words!r} is another one")
    heard = [seq for seq, _ in client.events]
    if heard != sorted(set(heard)):
        problems.append("events came twice, or in another order")
    told = {event["seq"] for event in pages(fovea, f"/sessions/{client.session}/log", "events")}
    missing = sorted(told - set(heard))
    if missing:
        problems.append(f"{len(missing)} of {len(told)} events were not heard: {missing[:5]}")
    if set(heard) - told:
        problems.append("events were heard that are not stored")
    return problems


def run(fovea, options):
    clients = [Client(fovea, number) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for number in range(options.kills):
        time.sleep(random.random() * 0.5)
        fovea.process.kill()
        fovea.process.wait()
        fovea.start()
        if (number + 1) % 20 == 0:
            print(f"  {number + 1} kills, {sum(len(each.acknowledged) for each in clients)} messages", flush=True)
    for client in clients:
        client.is_quiet = True
        client.join()
    wait_until_idle(fovea, clients)
    time.sleep(2)  # for the last events
    for client in clients:
        client.is_over = True
    problems = [f"client {client.number}: {each}" for client in clients for each in check(fovea, client)]
    fovea.process.terminate()
    fovea.process.wait()
    checked = subprocess.run([fovea.build / "bin/fovea", "--data", fovea.folder / "data", "sessions", "fsck"],
                             env=fovea.environment, capture_output=True, text=True)
    if checked.returncode != 0:
        problems.append("fsck: " + checked.stdout + checked.stderr)
    acknowledged = sum(len(client.acknowledged) for client in clients)
    events = sum(len(client.events) for client in clients)
    print("%d kills under %d clients: %d messages acknowledged, %d events heard, %d problems" % (
        options.kills, CLIENTS, acknowledged, events, len(problems)))
    for each in problems[:20]:
        print("  " + each)
    return {"kills": options.kills, "acknowledged": acknowledged, "events": events, "problems": problems}
