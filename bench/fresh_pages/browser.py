"""A headless Chromium that is told what to draw over a pair of pipes (the DevTools protocol), without further packages."""

import base64
import json
import os
import subprocess
import tempfile

FLAGS = ["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--hide-scrollbars", "--no-sandbox",
         "--disable-lcd-text", "--force-color-profile=srgb", "--allow-file-access-from-files", "about:blank"]


class Failed(Exception):
    pass


class Browser:
    """Pages are drawn one after the other in one tab."""

    def __init__(self, program="chromium"):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()

        def place():  # the browser reads from 3 and writes to 4
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen([program, "--user-data-dir=" + self.profile.name] + FLAGS, preexec_fn=place, close_fds=False,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest, self.number, self.session, self.loaded = b"", 0, None, False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session = None
        self.call("Browser.close")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.profile.cleanup()

    def message(self):
        while b"\0" not in self.rest:
            piece = os.read(self.inp, 1 << 20)
            if not piece:
                raise Failed("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            message = self.message()
            self.loaded |= message.get("method") == "Page.loadEventFired"
            if message.get("id") == self.number:
                if "error" in message:
                    raise Failed("%s: %s" % (method, message["error"]["message"]))
                return message["result"]

    def open(self, address, width, height, scale=1):
        """The page at this address, when it and its fonts are there."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.loaded = False
        self.call("Page.navigate", url=address)
        while not self.loaded:
            self.loaded = self.message().get("method") == "Page.loadEventFired"
        self.evaluate("document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))).then(() => 1)")

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failed(answer["exceptionDetails"].get("exception", {}).get("description", "a script failed"))
        return answer["result"].get("value")

    def picture(self):
        """What is seen now, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
