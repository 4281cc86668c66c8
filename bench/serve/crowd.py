"""64 sessions that talk at once, 20 turns each with a picture in every one, against aimock: each hears its own answers and
nothing else, and memory stays what it was. Meant for builds with a sanitizer, too: --build build/asan, build/tsan."""

import base64
import concurrent.futures
import json
import pathlib

from common import ROOT, Program, status_bytes
from kills import pages, small_picture

SESSIONS = 64
TURNS = 20


def fixtures():
    """One answer for each turn of each session, all different."""
    return [{"match": {"userMessage": f"[session {session} turn {turn}]"},
             "response": {"content": f"You are session {session}, turn {turn}."}}
            for session in range(SESSIONS) for turn in range(TURNS)]


def talk(fovea, session, number, turns):
    problems = []
    for turn in turns:
        picture = small_picture(number << 32 | turn)
        answer = fovea.post(f"/sessions/{session}/messages?wait=true", {
            "message": f"[session {number} turn {turn}]",
            "images": [{"data": base64.b64encode(picture).decode(), "name": f"{number}-{turn}.png"}]})
        if answer.get("result") != f"You are session {number}, turn {turn}.":
            problems.append(f"session {number} turn {turn}: {json.dumps(answer)[:300]}")
    return problems


def all_talk(fovea, sessions, turns):
    with concurrent.futures.ThreadPoolExecutor(SESSIONS) as pool:
        talks = [pool.submit(talk, fovea, session, number, turns) for number, session in enumerate(sessions)]
        return [problem for each in talks for problem in each.result()]


def run(fovea, _options):
    folder = pathlib.Path(fovea.folder)
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": fixtures()}))
    (folder / "record").mkdir()
    model = Program(["node", ROOT / "tests/node/aimock.mjs", "--fixtures", folder / "fixtures.json", "--record", folder / "record"])
    config = fovea.config.read_text()
    start = config.index("base_url = ")
    end = config.index("\n", start)
    fovea.config.write_text(config[:start] + f'base_url = "{model.line()["url"]}/v1"' + config[end:])
    fovea.process.terminate()
    fovea.process.wait()
    fovea.start()
    sessions = [fovea.post("/sessions", {})["session_id"] for _ in range(SESSIONS)]
    problems = all_talk(fovea, sessions, range(TURNS // 2))
    half = status_bytes(fovea.pid, "VmRSS")
    problems += all_talk(fovea, sessions, range(TURNS // 2, TURNS))
    whole = status_bytes(fovea.pid, "VmRSS")
    for number, session in enumerate(sessions):
        said = [block["text"] for message in pages(fovea, f"/sessions/{session}/history", "messages")
                for block in message["content"] if block["type"] == "text"]
        foreign = [text for text in said if f"session {number}" not in text]
        if foreign or len(said) != 2 * TURNS:
            problems.append(f"session {number} has {len(said)} texts, foreign: {foreign[:2]}")
    fovea.process.terminate()
    code = fovea.process.wait()
    if code != 0:
        problems.append(f"fovea serve ended with {code}")
    print("%d sessions with %d turns each: %d problems; %.0f MB after half of it, %.0f MB at the end" % (
        SESSIONS, TURNS, len(problems), half / 1e6, whole / 1e6))
    for each in problems[:10]:
        print("  " + each)
    return {"problems": problems, "half_bytes": half, "end_bytes": whole}
