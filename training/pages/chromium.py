"""A headless Chromium over its debugging pipe: load a page, run a script in it, take a picture."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

FLAGS = [
    "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--allow-file-access-from-files", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND",
]


class Chromium:
    """One page at a time. Reaches files, and nothing on the network. CHROMIUM in the environment names another program.

        with Chromium() as browser:
            browser.open(Path("page.html").resolve().as_uri(), 1280, 800)
            boxes = browser.run("[...document.querySelectorAll('p')].length")
            png = browser.picture()
    """

    def __init__(self, *flags: str) -> None:
        self.profile = tempfile.mkdtemp()
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()

        def place_pipes() -> None:  # Chromium reads 3 and writes 4
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or "chromium"
        self.process = subprocess.Popen(
            [program, *FLAGS, *flags, f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.number = 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    session: str | None = None

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self) -> dict[str, Any]:
        while b"\0" not in self.buffer:
            data = os.read(self.from_browser, 1 << 20)
            if not data:
                raise RuntimeError("Chromium is gone")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data) :]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, address: str, width: int, height: int, scale: float = 1.0) -> None:
        """Returns when the page and its fonts are there."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.call("Page.navigate", url=address)
        while self.receive().get("method") != "Page.loadEventFired":
            pass
        self.run("document.fonts.ready.then(() => true)")

    def run(self, script: str) -> Any:
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "script failed"))
        return answer["result"].get("value")

    def force(self, selector: str, states: list[str]) -> None:
        """Elements look as if they had these states (":focus" without the colon)."""
        self.call("DOM.enable")
        self.call("CSS.enable")
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        for node in self.call("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"]:
            self.call("CSS.forcePseudoState", nodeId=node, forcedPseudoClasses=states)

    def picture(self, form: str = "png") -> bytes:
        """The visible part as PNG, or as WebP with little loss."""
        quality = {"quality": 95} if form == "webp" else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format=form, **quality)["data"])
