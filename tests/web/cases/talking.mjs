// What is said: streamed, with tools, asked, stopped, failed, and over a restart.
import { attach, equal, say, truly, until } from "../harness.mjs";
import { plain } from "../png.mjs";

const MODEL = "anthropic/claude-opus-4-7";

async function talkWith(world) {
  const page = await world.page();
  const sid = await world.daemon.newSession(MODEL);
  await world.open(page, sid);
  return { page, sid };
}

// In the page: the turns of the messages on their way that the browser keeps.
const keptTurns = (sid) =>
  new Promise((resolve) => {
    const opened = indexedDB.open("fovea");
    opened.onsuccess = () => {
      const asked = opened.result.transaction("drafts").objectStore("drafts").get(`out.${sid}`);
      asked.onsuccess = () => resolve((asked.result ?? []).map((each) => each.turn));
    };
  });

export const cases = {
  async "an answer is seen while it is written, and can be stopped"(world) {
    const { page } = await talkWith(world);
    await say(page, "tell it for ever");
    await page.locator(".message.live .prose").waitFor();
    const first = (await page.locator(".message.live .prose").innerText()).length;
    await page.waitForFunction((length) => (document.querySelector(".message.live .prose")?.textContent ?? "").length > length, first);
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
    truly(!(await page.locator(".conversation").innerText()).includes("word119"), "it was not stopped");
    equal(page.complaints, [], "complaints");
  },

  async "a message waits its turn while another is answered, and can be withdrawn"(world) {
    const { page } = await talkWith(world);
    await say(page, "tell it for ever");
    await page.locator(".message.live .prose").waitFor();
    await say(page, "and then this");
    await page.getByText("Waits its turn").waitFor();
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.waitForFunction(() => !document.body.innerText.includes("and then this"));
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
  },

  async "Esc stops, and a message that waited is in the line again"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "tell it for ever");
    await page.locator(".message.live .prose").waitFor();
    await say(page, "and then this");
    await page.getByText("Waits its turn").waitFor();
    await say(page, "and after that, this");
    await page.getByText("Waits its turn").nth(1).waitFor();
    await until("the browser keeps both", () => page.evaluate(keptTurns, sid).then((turns) => turns.length === 2 && turns.every(Boolean)));
    await page.reload();
    await page.locator(".message.pending", { hasText: "and then this" }).waitFor();
    await page.locator(".message.pending", { hasText: "and after that, this" }).waitFor();
    await page.locator("#words").fill("half a thought");
    await page.locator("#words").press("Escape");
    await page.getByText("Stopped by you.").waitFor();
    equal(await page.locator("#words").inputValue(), "and then this\n\nand after that, this\n\nhalf a thought", "the line");
    equal(await page.locator(".message.pending").count(), 0, "messages that wait");
    const log = await world.daemon.ask("GET", `/sessions/${sid}/log`);
    equal(log.events.filter((event) => event.type === "message" && event.data.role === "user").length, 1, "messages that were said");
  },

  async "a browser that is slow to remember what was being sent does not say it twice"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "the first question");
    await page.locator(".receipt-line").waitFor();
    await page.evaluate(() => {
      const { get } = IDBObjectStore.prototype;
      const heardFirst = (tell) => {
        if (!document.querySelector(".message.live .prose")) return void setTimeout(heardFirst, 20, tell);
        tell();
        document.documentElement.dataset.remembered = "late";
      };
      IDBObjectStore.prototype.get = function (key) {
        const asked = get.call(this, key);
        if (!String(key).startsWith("out.")) return asked;
        return {
          get result() {
            return asked.result;
          },
          set onsuccess(tell) {
            asked.onsuccess = () => heardFirst(tell);
          },
        };
      };
    });
    await page.locator("#words").press("ArrowUp");
    await page.locator("#words").fill("tell it for ever");
    await page.locator("#words").press("Enter");
    await page.waitForFunction((old) => !location.hash.includes(old), sid);
    await page.locator("[data-remembered]").waitFor({ state: "attached" });
    const length = (await page.locator(".message.live .prose").innerText()).length;
    await page.waitForFunction((first) => (document.querySelector(".message.live .prose")?.textContent ?? "").length > first, length);
    equal(await page.locator(".message.user").count(), 1, "messages");
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
    equal(await page.locator("#words").inputValue(), "", "the line");
  },

  async "a turn that is taken while the daemon is asked what runs is not forgotten"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    let tellAsked;
    let letGo;
    const asked = new Promise((resolve) => (tellAsked = resolve));
    const held = new Promise((resolve) => (letGo = resolve));
    const told = [];
    await page.route(`**/sessions/${sid}`, async (route) => {
      const response = await route.fetch().catch(() => null);
      if (!response) return;
      if (!page.joined.has(sid)) return route.fulfill({ response }).catch(() => {});
      tellAsked();
      // The answer of before comes behind the one to the message.
      told.push(held.then(() => route.fulfill({ response })).catch(() => {})); // the page may be gone
    });
    await world.openAndJoin(page, sid);
    await asked;
    await say(page, "tell it for ever");
    await page.locator(".message.live .prose").waitFor();
    letGo();
    await Promise.all(told);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // they were taken
    equal(await page.locator("button.stop").count(), 1, "ways to stop it");
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
  },

  async "after a reload in the middle of an answer all of it is there"(world) {
    const { page } = await talkWith(world);
    await say(page, "tell it for ever");
    await page.locator(".message.live .prose", { hasText: "word3" }).waitFor();
    await page.reload();
    await page.locator(".message.live .prose", { hasText: /^word0 word1 word2 word3/ }).waitFor();
    await page.locator(".message.live .prose", { hasText: "word5" }).waitFor(); // and it goes on
    equal((await page.locator(".message.live .prose").innerText()).match(/word3\b/g)?.length, 1, "a word of it");
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
    truly((await page.locator(".message.part .prose").innerText()).startsWith("word0 word1"), "its beginning is gone");
    equal(page.complaints, [], "complaints");
  },

  async "what is typed and attached while a session is being made stays in the line"(world) {
    const page = await world.page();
    await page.locator(".samples").waitFor();
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    await page.route("**/sessions", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await attach(page, [{ name: "first.png", bytes: plain(60, 40, [9, 9, 9]) }]);
    await page.locator(".chip").waitFor();
    await say(page, "the first question");
    await attach(page, [{ name: "second.png", bytes: plain(70, 40, [9, 9, 9]) }]);
    await page.locator(".chip").nth(1).waitFor();
    await page.locator("#words").pressSequentially(", and the next");
    letGo();
    await page.locator(".message.user .said", { hasText: /^the first question$/ }).waitFor();
    equal(await page.locator("#words").inputValue(), ", and the next", "the line");
    equal(await page.locator(".chip-name").allInnerTexts(), ["second.png"], "the chips");
    await page.locator(".message.user .thumb").waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "a message that waits in another tab is told, and can be withdrawn"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "tell it for ever");
    await page.locator(".message.live .prose").waitFor();
    await say(page, "and then this");
    await page.getByText("Waits its turn").waitFor();
    const other = await world.page();
    await world.open(other, sid);
    await other.getByText("One more message waits its turn.").waitFor();
    await other.getByRole("button", { name: "Withdraw" }).click();
    await other.getByText("One more message waits").waitFor({ state: "detached" });
    await page.getByText("Waits its turn").waitFor({ state: "detached" });
    await page.locator("button.stop").click();
    await page.getByText("Stopped by you.").waitFor();
    equal(await page.locator("#words").inputValue(), "", "the line");
  },

  async "what was being written is there again when a change is left with Esc, or sent"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "the first question");
    await page.locator(".receipt-line").waitFor();
    await page.locator("#words").fill("a long thought");
    await page.locator(".message.user").hover();
    await page.getByRole("button", { name: "Edit and send again, in a branch" }).click();
    equal(await page.locator("#words").inputValue(), "the first question", "the line");
    await page.locator("#words").press("Escape");
    equal(await page.locator("#words").inputValue(), "a long thought", "the line after Esc");
    await page.locator(".message.user").hover();
    await page.getByRole("button", { name: "Edit and send again, in a branch" }).click();
    await page.locator("#words").fill("a better question");
    await page.locator("#words").press("Enter");
    await page.waitForFunction((old) => !location.hash.includes(old), sid);
    await page.locator(".message.user .said", { hasText: "a better question" }).waitFor();
    equal(await page.locator("#words").inputValue(), "", "the line of the branch");
    await world.open(page, sid);
    await page.waitForFunction(() => document.querySelector("#words").value === "a long thought");
  },

  async "a tool has a card, with its picture"(world) {
    const { page } = await talkWith(world);
    await say(page, "look at red");
    await page.locator(".tool .thumb img").waitFor();
    await page.locator(".prose", { hasText: "A red square." }).waitFor();
    equal(await page.locator(".tool-name").innerText(), "filesystem_read", "the tool");
    await page.locator(".tool-head").click();
    truly((await page.locator(".tool-body").innerText()).includes("red.png"), "its arguments are not shown");
    truly((await page.locator(".facts .name").innerText()).includes("red.png"), "its picture is not on the table");
    equal(await page.locator(".prose strong").innerText(), "red", "Markdown");
  },

  async "thinking is folded"(world) {
    const { page } = await talkWith(world);
    await say(page, "think first");
    await page.locator(".prose", { hasText: "So it is." }).waitFor();
    truly(!(await page.locator(".conversation").innerText()).includes("Let me think"), "thoughts are not folded");
  },

  async "an error is told in words, with what to do"(world) {
    const { page } = await talkWith(world);
    await say(page, "fail please");
    await page.locator(".ending.error").waitFor();
    const text = await page.locator(".ending.error").innerText();
    truly(text.includes("holiday") || text.length > 20, "no words");
    truly(text.includes("Try again"), "nothing to do about it");
  },

  async "an earlier message is changed, and goes on in a branch"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "the first question");
    await page.locator(".receipt-line").waitFor();
    await page.locator("#words").press("ArrowUp");
    equal(await page.locator("#words").inputValue(), "the first question", "the line");
    await page.locator("#words").fill("a better question");
    await page.locator("#words").press("Enter");
    await page.waitForFunction((old) => !location.hash.includes(old), sid);
    await page.locator(".message.user .said", { hasText: "a better question" }).waitFor();
    await page.locator(".receipt-line").waitFor();
    equal(await page.locator(".message.user").count(), 1, "messages in the branch");
  },

  async "another tab hears what this one says"(world) {
    const { page, sid } = await talkWith(world);
    const other = await world.tab(page.context());
    await world.openAndJoin(other, sid); // who comes later is not told who spoke
    await say(page, "tell it for ever");
    await other.getByText("Another tab is talking").waitFor();
    await page.locator("button.stop").click();
    await other.getByText("Stopped by you.").waitFor();
    equal(await other.locator(".message.user").count(), 1, "messages in the other tab");
  },

  async "a daemon that is killed in mid-stream and comes back: nothing is missing, nothing twice"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "tell it slowly");
    await page.locator(".message.live .prose").waitFor();
    await world.daemon.stop("SIGKILL");
    await page.locator(".bar").waitFor();
    await page.locator("#words").fill("a draft meanwhile");
    await world.daemon.run();
    await page.locator(".bar").waitFor({ state: "detached" });
    await page.locator(".prose", { hasText: "word119 end." }).waitFor();
    await page.locator(".receipt-line, .ending").first().waitFor();
    equal(await page.locator(".message.user").count(), 1, "messages");
    equal(await page.locator(".message.answer").count(), 1, "answers");
    equal(await page.locator("#words").inputValue(), "a draft meanwhile", "the draft");
    const text = await page.locator(".message.answer .prose").innerText();
    equal(text.match(/word7\b/g)?.length, 1, "a word of the answer");
    const log = await world.daemon.ask("GET", `/sessions/${sid}/log`);
    equal(log.events.filter((event) => event.type === "message").length, 2, "messages that are stored");
  },

  async "what is written while nobody answers is sent when the daemon is back"(world) {
    const { page, sid } = await talkWith(world);
    await say(page, "hello");
    await page.locator(".receipt-line").waitFor();
    await world.daemon.stop();
    await page.locator(".bar").waitFor();
    await say(page, "are you there?");
    await page.getByText("Waits for the connection").waitFor();
    await world.daemon.run();
    await page.locator(".receipt-line").nth(1).waitFor();
    const log = await until("it is stored", () => world.daemon.ask("GET", `/sessions/${sid}/log`));
    equal(log.events.filter((event) => event.type === "message" && event.data.role === "user").length, 2, "messages of the user");
  },
};
