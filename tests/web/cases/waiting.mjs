// What one sees while the answer is not there yet.
import { attach, equal, say, truly } from "../harness.mjs";
import { letters } from "../png.mjs";

// All that the line said, however short.
const listen = (page) =>
  page.evaluate(() => {
    window.told = [];
    const note = () => {
      const words = document.querySelector(".live .waiting [role=status]")?.textContent;
      if (words && window.told.at(-1) !== words) window.told.push(words);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

export const cases = {
  async "one is told that a picture is described for a model that does not see"(world) {
    const page = await world.page();
    await world.openAndJoin(page, await world.daemon.newSession("blind/blind-1"));
    await attach(page, [{ name: "sheet.png", bytes: letters(1200, 900) }]);
    await page.locator(".chip").waitFor();
    await listen(page);
    await say(page, "what is this?");
    await page.locator(".receipt-line", { hasText: "described" }).waitFor();
    const told = await page.evaluate(() => window.told);
    truly(told.includes("Describing 1 picture…"), `it said: ${told}`);
    equal(page.complaints, [], "complaints");
  },

  async "one is told what local/ocr reads"(world) {
    const page = await world.page();
    await world.openAndJoin(page, await world.daemon.newSession("local/ocr"));
    await attach(page, [{ name: "other.png", bytes: letters(1300, 900) }]);
    await page.locator(".chip").waitFor();
    await listen(page);
    await say(page, "what is this?");
    await page.locator(".receipt-line").waitFor();
    const told = await page.evaluate(() => window.told);
    truly(told.includes("Reading 1 file…"), `it said: ${told}`);
  },

  async "what is sent, how far it is, waits and notices are told in words"(world) {
    const page = await world.page();
    let tell;
    let tellJoined;
    const joined = new Promise((resolve) => (tellJoined = resolve));
    const sid = await world.daemon.newSession("silent/silent-1");
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const daemon = socket.connectToServer();
      socket.onMessage((message) => daemon.send(message));
      daemon.onMessage((message) => {
        socket.send(message);
        if (String(message).startsWith("43/events") && message.includes(sid)) tellJoined();
      });
      tell = (type, data) => socket.send(`42/events,${JSON.stringify([type, { type, session_id: sid, ts: new Date().toISOString(), data }])}`);
    });
    await page.reload();
    await world.open(page, sid);
    await joined;
    await say(page, "hello");
    const line = page.locator(".live .waiting");
    await line.filter({ hasText: "Waiting for silent/silent-1…" }).waitFor();
    const says = async (type, data, words) => {
      tell(type, data);
      await line.filter({ hasText: words }).waitFor();
    };
    await says("progress", { doing: "describing", done: 0, total: 2, model: "local/ocr" }, "Describing 2 pictures…");
    await says("progress", { doing: "describing", done: 1, total: 2, model: "local/ocr" }, "Describing 2 pictures, 1 done");
    await says("progress", { doing: "sending", done: 0, total: 3_250_586, model: "silent/silent-1" }, "Sending 3.1 MB…");
    await says("progress", { doing: "sending", done: 1_400_000, total: 3_250_586, model: "silent/silent-1" }, "Sending 3.1 MB… 43 %");
    await says("progress", { doing: "sending", done: 3_250_586, total: 3_250_586, model: "silent/silent-1" }, "Waiting for silent/silent-1…");
    await says("retry", { provider: "silent", attempt: 2, max_retries: 3, wait_ms: 60_000, category: "overloaded" }, /Waiting \d+ s, retry 2 of 3/);
    tell("warning", { kind: "not_seen", message: "a.png was not seen" });
    await page.locator(".live-notice", { hasText: "A.png was not seen." }).waitFor();
    await says("progress", { doing: "something new", done: 0, total: 0 }, "Waiting for the model…"); // of a newer daemon
    await page.locator(".live-notice").waitFor();
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
    equal(await page.getByText("is not kept").count(), 0, "words of an answer that never began");
    equal(page.complaints, [], "complaints");
  },

  async "words that were said when it was stopped stay in sight, and it says that they are not kept"(world) {
    const page = await world.page();
    await world.openAndJoin(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await say(page, "tell it for ever");
    await page.locator(".live .prose", { hasText: "word3" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Stopped by you. What was said of the answer is not kept.").waitFor();
    truly((await page.locator(".message.part .prose").innerText()).startsWith("word0 word1"), "the words are gone");
    equal(await page.locator(".live").count(), 0, "live answers");
    await page.reload();
    await page.getByText("Stopped by you.").waitFor();
    equal(await page.locator(".message.part").count(), 0, "words that nobody keeps, after a reload");
    await say(page, "and again");
    await page.locator(".receipt-line").waitFor();
    equal(await page.locator(".message.answer").count(), 1, "answers");
    equal(page.complaints, [], "complaints");
  },

  async "a tool that runs stands for itself"(world) {
    const page = await world.page();
    await world.openAndJoin(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await say(page, "search it");
    await page.locator(".permission").waitFor();
    equal(await page.locator(".live").count(), 0, "lines that wait beside the question");
    await page.locator(".permission .primary").click();
    await page.locator(".prose", { hasText: "I have searched." }).waitFor();
    equal(page.complaints, [], "complaints");
  },
};
