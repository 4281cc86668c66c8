// What a hostile address, file, page or line does to the page.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { attach, equal, say, truly, until } from "../harness.mjs";
import { plain, png } from "../png.mjs";

const MODEL = "anthropic/claude-opus-4-7";

// A picture that does not compress: as large as it has pixels.
function noise(width, height) {
  const bytes = randomBytes(width * height * 3);
  let at = 0;
  return png(width, height, () => [bytes[at++], bytes[at++], bytes[at++]]);
}

const userMessages = async (world, sid) =>
  (await world.daemon.ask("GET", `/sessions/${sid}/log`)).events.filter((event) => event.type === "message" && event.data.role === "user").length;

async function throttle(page, bytesPerSecond, latency = 0) {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Network.enable");
  await debug.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
}

async function onPort(serve) {
  const server = createServer(serve);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, end: () => (server.closeAllConnections(), server.close()) };
}

export const cases = {
  async "a session's name in the address is never a part of a path"(world) {
    const page = await world.page();
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (const name of ["..", ".", "..%2F..%2Fwhoami", "%2e%2e%2fmodels", "x%00y", "%E0%A4%A", "<img src=x onerror=window.hacked=1>", "a".repeat(400), "a%20b"]) {
      await page.goto(`${world.base}/#/s/${name}`);
      await page.getByText("There is no such session.").waitFor();
      await page.goto(`${world.base}/#/`);
      await page.locator(".empty").waitFor();
    }
    const strange = asked.filter((path) => path.startsWith("/sessions/"));
    equal(strange, [], "paths that were asked for");
    equal(await page.evaluate(() => window.hacked ?? null), null, "hacked");
    equal(page.complaints, [], "complaints");
  },

  async "who is sent away is told so, and keeps what was written"(world) {
    const guest = world.daemon.command("serve", "tokens", "add", "guest", "--scope", "sessions").trim().split(/\s+/).at(-1);
    const page = await world.page({ token: guest });
    const sid = (await (await page.request.post(`${world.base}/sessions`, { data: {} })).json()).session_id;
    await world.openAndJoin(page, sid);
    await page.locator("#words").fill("half a thought");
    world.daemon.command("serve", "tokens", "revoke", "guest");
    await page.getByText("This browser has no valid key to this Fovea.").waitFor();
    equal(await page.evaluate((id) => localStorage.getItem(`fovea.draft.${id}`), sid), "half a thought", "the draft");
    equal(page.complaints, [], "complaints");
  },

  async "drawings that may hold scripts are refused, and run nowhere"(world) {
    const page = await world.page();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="window.hacked=1"><script>window.hacked=2</script></svg>';
    await attach(page, [
      { name: "a.svg", bytes: Buffer.from(svg), type: "image/svg+xml" },
      { name: "b.png", bytes: Buffer.from(svg) },
      { name: "c.html", bytes: Buffer.from("<script>window.hacked=3</script>"), type: "text/html" },
    ]);
    await page.locator(".chip").nth(2).waitFor();
    equal(await page.locator(".chip.refused").count(), 3, "refused");
    for (const address of [`data:image/svg+xml,${encodeURIComponent(svg)}`, "javascript:window.hacked=4", "http://127.0.0.1/x.png"]) {
      await page.getByRole("button", { name: "Attach by address" }).click();
      await page.locator("dialog input").fill(address);
      await page.locator("dialog form").evaluate((form) => form.requestSubmit());
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    equal(await page.locator(".chip.refused").count(), 6, "refused, with the addresses");
    equal(await page.evaluate(() => window.hacked ?? null), null, "hacked");
    equal(page.complaints, [], "complaints");
  },

  async "another page can neither frame this one nor act through it"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    const evil = await onPort((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<title>evil</title><body></body>"));
    try {
      const other = await page.context().newPage(); // the same browser, with the cookie
      await other.goto(evil.url);
      const done = await other.evaluate(
        async ([base, session]) => {
          const frame = document.createElement("iframe");
          const loaded = new Promise((resolve) => (frame.onload = resolve));
          frame.src = base;
          document.body.append(frame);
          await loaded;
          const attempt = (path, init) => fetch(base + path, { credentials: "include", ...init }).then((answer) => answer.status, () => "blocked");
          return {
            read: await attempt("/sessions", {}),
            post: await attempt(`/sessions/${session}/messages`, { method: "POST", mode: "no-cors", body: new URLSearchParams({ message: "hi" }) }).then(String),
            remove: await attempt(`/sessions/${session}`, { method: "DELETE" }),
          };
        },
        [world.base, sid],
      );
      equal([done.read, done.remove], ["blocked", "blocked"], "what it got");
      const framed = other.frames().find((frame) => frame !== other.mainFrame());
      equal(await framed?.evaluate(() => document.querySelector("#app") !== null).catch(() => false), false, "the page in its frame");
      const opened = page.context().waitForEvent("page");
      await other.evaluate((base) => {
        window.child = open(base);
        setInterval(() => window.child?.postMessage({ type: "message", data: { text: "<img src=x onerror=window.hacked=1>" } }, "*"), 20);
      }, world.base);
      const child = await opened;
      await child.locator("#words").waitFor();
      equal(await child.evaluate(() => window.opener), null, "who opened it");
      equal(await child.evaluate(() => window.hacked ?? null), null, "hacked");
      equal(await userMessages(world, sid), 0, "messages that were said");
    } finally {
      evil.end();
    }
  },

  async "a daemon that is killed in mid-upload gets the message once"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    await attach(page, [{ name: "noise.png", bytes: noise(700, 500) }]); // 1 MB
    await page.locator(".chip").waitFor();
    await throttle(page, 60_000); // whoever kills the daemon may be slow
    await say(page, "what is this?");
    await page.getByText(/Sending 1.0 MB… [1-9]\d? %/).waitFor();
    await world.daemon.stop("SIGKILL");
    await page.getByText("Waits for the connection").waitFor();
    await world.daemon.run();
    await throttle(page, -1);
    await page.locator(".receipt-line").waitFor();
    equal(await userMessages(world, sid), 1, "messages that were said");
    equal(await page.locator(".message.user").count(), 1, "messages in sight");
    equal(page.complaints, [], "complaints");
  },

  async "on a slow line that breaks again and again nothing is missing, nothing twice"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    await throttle(page, 20_000, 300);
    await attach(page, [{ name: "small.png", bytes: plain(300, 200, [3, 90, 160]) }]);
    await page.locator(".chip").waitFor();
    await say(page, "tell it slowly");
    await page.locator(".message.live .prose").waitFor();
    for (let i = 0; i < 3; i++) {
      await page.context().setOffline(true);
      await page.locator(".bar").waitFor();
      await page.context().setOffline(false);
      await page.locator(".bar").waitFor({ state: "detached" });
    }
    await page.locator(".receipt-line").waitFor();
    const words = await page.locator(".message.answer .prose").innerText();
    equal(words.split(/\s+/).length, 121, "words of the answer");
    equal(await page.locator(".message.user").count(), 1, "messages");
    equal(await page.locator(".message.answer").count(), 1, "answers");
    equal(await userMessages(world, sid), 1, "messages that were said");
  },

  async "two tabs that speak at once are both heard, once each"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    const other = await world.tab(page.context());
    await world.open(other, sid);
    await Promise.all([say(page, "from the first"), say(other, "from the second")]);
    for (const tab of [page, other]) {
      await tab.locator(".receipt-line").nth(1).waitFor();
      equal((await tab.locator(".message.user .said").allInnerTexts()).sort(), ["from the first", "from the second"], "messages");
      equal(await tab.locator(".message.pending").count(), 0, "messages that wait");
    }
    await until("both are stored", async () => (await userMessages(world, sid)) === 2);
  },
};
