// States that are seldom seen: how turns end, what is asked again, what is gone, and what a picture lets one do with a mouse.
import { readFileSync } from "node:fs";
import { attach, equal, say, truly } from "../harness.mjs";
import { plain, quarters } from "../png.mjs";
import { StoredSession } from "../stored_session.mjs";

const MODEL = "anthropic/claude-opus-4-7";
const video = new URL("../../data/other/video.mp4", import.meta.url);
const GEMINI = "gemini/gemini-3.8-flash";

const boxOf = (page, selector) => page.locator(selector).evaluate((node) => JSON.parse(JSON.stringify(node.getBoundingClientRect())));

export const cases = {
  async "each way in which a turn ends is told in words, with what to do"(world) {
    const stored = new StoredSession("endings").title("Endings");
    stored.user("one").end(MODEL, { subtype: "budget_exceeded", error: "the budget of 1.00 USD is spent", error_code: "BUDGET_EXCEEDED" });
    stored.user("two").end(MODEL, { subtype: "max_turns" });
    stored.user("three").end(MODEL, { subtype: "cancelled" });
    stored.user("four").end(MODEL);
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".ending").nth(3).waitFor();
    const told = (await page.locator(".ending").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
    truly(/budget of 1.00 USD is spent\. .*raise the budget/.test(told[0]), `the budget: ${told[0]}`);
    truly(told[1].startsWith("It stopped after as many steps as it may take."), `the steps: ${told[1]}`);
    truly(told[2].startsWith("Stopped by you."), `stopped: ${told[2]}`);
    truly(told[3].startsWith("The model said nothing."), `silence: ${told[3]}`);
    equal(await page.locator(".ending.error").count(), 2, "errors");
    truly(told.every((text) => text.endsWith("Try again")), "not all can be tried again");
    equal(page.complaints, [], "complaints");
  },

  async "what each picture reached the model as has words of its own"(world) {
    const stored = new StoredSession("all-states").title("All states");
    const states = ["pixels", "low", "described", "text", "quarantined", "not_seen"];
    const images = states.map((state, i) => stored.image(plain(64, 64, [0, i * 40, 90]), { filename: `${state}.png`, width: 64, height: 64 }));
    const receipt = images.map((image, i) => ({
      image_id: image.sha256, filename: image.filename, state: states[i], width: 64, height: 64, bytes: 900, estimated_tokens: 10, tiles: 0, downscaled: false, actions: [],
    }));
    stored.user("what are they?", images).assistant("Six squares.").end(MODEL, { receipt });
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".receipt-line", { hasText: "6 pictures: 1 as pixels, 1 small, 1 described, 1 as text, 1 quarantined, 1 not seen" }).click();
    const rows = await page.locator(".receipt-body tbody tr").allInnerTexts();
    truly(/Restore it in the ledger/.test(rows[4]), `what to do about the quarantined one: ${rows[4]}`);
    truly(/Ask about it again/.test(rows[5]), `what to do about the one that was not seen: ${rows[5]}`);
    equal(await page.locator(".receipt-body tr.amber").count(), 2, "amber rows");
    equal(page.complaints, [], "complaints");
  },

  async "asked again: in its place where nothing was answered, in a branch otherwise"(world) {
    const page = await world.page();
    const failing = await world.daemon.newSession(MODEL);
    await world.open(page, failing);
    await say(page, "fail please");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".ending.error").nth(1).waitFor();
    truly(page.url().endsWith(failing), "it went on elsewhere");
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    await say(page, "hello there");
    await page.locator(".receipt-line").waitFor();
    await page.locator(".message.user").hover();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.waitForFunction((old) => !location.hash.includes(old), sid);
    await page.locator(".message.user .said", { hasText: "hello there" }).waitFor();
    await page.locator(".receipt-line").waitFor();
    equal(await page.locator(".message.user").count(), 1, "messages in the branch");
    equal(page.complaints, [], "complaints");
  },

  async "what is said where a session was begins a new one"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    await page.locator(".empty").waitFor();
    await world.daemon.ask("DELETE", `/sessions/${sid}`);
    await page.getByText("There is no such session.").waitFor();
    await page.locator(".model-name", { hasText: "local/ocr" }).waitFor(); // who will answer
    await attach(page, [{ name: "a.png", bytes: plain(64, 64, [1, 2, 3]) }]);
    await page.locator(".chip").waitFor();
    await say(page, "and now?");
    await page.locator(".receipt-line").waitFor();
    truly(!page.url().endsWith(sid), "it was said to nobody");
    equal(page.complaints, [], "complaints");
  },

  async "a session that is deleted while it opens is told as gone"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await page.route(`**/sessions/${sid}/log**`, async (route) => {
      const response = await route.fetch();
      await world.daemon.ask("DELETE", `/sessions/${sid}`);
      await route.fulfill({ response });
    });
    await page.goto(`${world.base}/#/s/${sid}`);
    await page.getByText("There is no such session.").waitFor();
  },

  async "tables keep the sides of their columns, and nothing breaks the page's policy"(world) {
    const stored = new StoredSession("a-table").title("A table");
    stored.user("a table?").assistant("| name | value | state |\n|---|---:|:-:|\n| alpha | 1,240 | on |\n\n---\n\nThe end &copy;&#32;&#x41; &hearts;, &nosuchname; &amp;lt; &lt;b&gt; `&amp;`.").end(MODEL);
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".prose td").nth(2).waitFor();
    const sides = await page.locator(".prose td").evaluateAll((all) => all.map((cell) => getComputedStyle(cell).textAlign));
    equal(sides, ["start", "end", "center"], "the sides");
    equal(await page.locator(".prose p").innerText(), "The end © A ♥, &nosuchname; &lt; <b> &amp;.", "names of signs");
    equal(await page.locator(".prose hr").evaluate((node) => node.offsetHeight), 1, "a rule's height");
    equal(page.complaints, [], "complaints");
  },

  async "wheel, Space, double click and keys move the picture"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession(MODEL));
    await attach(page, [{ name: "field.png", bytes: quarters(1600, 1000) }]);
    await page.locator(".stage .picture").waitFor();
    const until = (isSo, given) => page.waitForFunction(isSo, given);
    const wide = await boxOf(page, ".stage .picture");
    const at = { x: wide.x + wide.width * 0.75, y: wide.y + wide.height * 0.25 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -400);
    await until((before) => document.querySelector(".stage .picture").getBoundingClientRect().width > before * 1.5, wide.width);
    const near = await boxOf(page, ".stage .picture");
    truly(Math.abs((at.x - near.x) / near.width - 0.75) < 0.01, "it does not zoom at the pointer");
    await page.locator(".stage").focus();
    await page.keyboard.down(" ");
    await page.mouse.down();
    await page.mouse.move(at.x - 60, at.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up(" ");
    const moved = await boxOf(page, ".stage .picture");
    equal([Math.round(moved.x - near.x), Math.round(moved.y - near.y)], [-60, 40], "how far it was moved");
    equal(await page.locator(".ask").count(), 0, "boxes that were drawn");
    await page.keyboard.press("z");
    await until(() => Math.abs(document.querySelector(".stage .picture").getBoundingClientRect().width - 1600) < 1);
    await page.keyboard.press("0");
    await until((before) => Math.abs(document.querySelector(".stage .picture").getBoundingClientRect().width - before) < 1, wide.width);
    await page.mouse.dblclick(at.x, at.y);
    await until((before) => document.querySelector(".stage .picture").getBoundingClientRect().width > before * 1.5, wide.width);
    equal(page.complaints, [], "complaints");
  },

  async "1 to 9 go to the places of an answer, and every answer has its hue"(world) {
    const page = await world.page({ reducedMotion: "no-preference" });
    await world.open(page, await world.daemon.newSession(GEMINI));
    await attach(page, [{ name: "field.png", bytes: quarters(1600, 1000) }]);
    await page.locator(".chip").waitFor();
    await say(page, "where is it?");
    await page.locator(".mark").nth(1).waitFor();
    await page.locator(".brand").click();
    await page.keyboard.press("2");
    await page.locator(".mark.lit .tab", { hasText: "2" }).waitFor();
    // Where it flies to, the place is in the middle.
    await page.waitForFunction(() => {
      const [mark, stage] = [".mark.lit", ".stage"].map((each) => document.querySelector(each)?.getBoundingClientRect());
      return mark && Math.abs(mark.x + mark.width / 2 - stage.x - stage.width / 2) < stage.width * 0.34 && mark.height > stage.height * 0.2;
    });
    await say(page, "where is it, once more?");
    await page.locator(".receipt-line").nth(1).waitFor();
    equal(await page.locator(".mark").count(), 2, "places of the last answer");
    await page.getByRole("button", { name: "All places" }).click();
    await page.locator(".mark").nth(3).waitFor();
    equal(await page.locator(".mark.hue-0").count(), 2, "of the first hue");
    equal(await page.locator(".mark.hue-1").count(), 2, "of the second");
    equal(page.complaints, [], "complaints");
  },

  async "what is known of a picture fits below it, at any width"(world) {
    const sid = await world.daemon.newSession(MODEL);
    for (const width of [1440, 1100, 780, 390]) {
      const page = await world.page({ viewport: { width, height: 800 }, ...(width < 760 ? { isMobile: true, hasTouch: true } : {}) });
      await world.open(page, sid);
      await attach(page, [{ name: "a-screenshot-of-a-very-long-page.png", bytes: plain(800, 12000, [90, 90, 120]) }]);
      await page.locator(".chip .num", { hasText: "tokens" }).waitFor();
      if (width < 760) await page.locator(".chip-picture").tap();
      await page.locator(".facts .num", { hasText: "tokens" }).waitFor();
      const beyond = await page.evaluate(() => {
        const edges = [...document.querySelectorAll(".facts, .facts > *")].map((node) => node.getBoundingClientRect().right);
        return [Math.max(...edges), document.documentElement.scrollWidth].map((right) => Math.ceil(right) > innerWidth);
      });
      equal(beyond, [false, false], `beyond the edge, at ${width}`);
      await page.context().close();
    }
  },

  async "a time that an answer names leads to that frame"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession(MODEL));
    await attach(page, [{ name: "clip.mp4", bytes: readFileSync(video), type: "video/mp4" }]);
    await page.locator(".chip").waitFor();
    await say(page, "when is it?");
    await page.locator(".go", { hasText: "0:01" }).click();
    await page.locator('.strip-item[aria-pressed="true"]', { hasText: /^0:0[01]/ }).waitFor();
    await page.locator(".facts .name", { hasText: /^clip\.mp4 at 0:0[01]/ }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "a link that is dropped is attached by its address, and a file shows where it can be dropped"(world) {
    const page = await world.page();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "a.png", { type: "image/png" }));
      return data;
    });
    await page.locator(".conversation").dispatchEvent("dragenter", { dataTransfer: transfer });
    await page.locator(".drop-over").waitFor();
    await page.locator(".conversation").dispatchEvent("dragleave", { dataTransfer: transfer });
    await page.locator(".drop-over").waitFor({ state: "detached" });
    const link = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.setData("text/uri-list", "https://127.0.0.1/private.png");
      return data;
    });
    await page.locator(".conversation").dispatchEvent("drop", { dataTransfer: link });
    await page.locator(".chip-name", { hasText: "https://127.0.0.1/private.png" }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "the plots tell the day's figures under the pointer, and tables are sorted"(world) {
    const many = new StoredSession("figures-many").title("Many tokens");
    world.daemon.storeAsSpentHere(many.user("hi").assistant("yes").usage(MODEL, 4321, 30, 0, 0.5).end(MODEL));
    const few = new StoredSession("figures-few").title("A few tokens").at(Date.now() - 4 * 86_400_000);
    world.daemon.storeAsSpentHere(few.user("hi").assistant("yes").usage(MODEL, 7, 3, 0, 0.7).end(MODEL));
    const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" }).format(few.time);
    const page = await world.page();
    await page.goto(`${world.base}/#/usage`);
    const plot = page.locator(".plot", { hasText: "Input tokens" });
    const over = plot.locator(".u-over");
    await page.locator(".figures tbody tr", { hasText: "A few tokens" }).waitFor(); // the plots are drawn anew with them
    await over.waitFor();
    const { x, y, width, height } = await over.boundingBox();
    const told = [];
    for (let i = 0; i < 28; i++) {
      await page.mouse.move(x + (width * (i + 0.5)) / 28, y + height / 2);
      told.push((await plot.locator(".plot-value").innerText()).replace(/\s+/g, " "));
    }
    truly(told.some((text) => text.startsWith(`${day} `) && text.endsWith(" 7")), `the plot told: ${[...new Set(told)].join("; ")}`);
    const table = page.locator(".figures", { hasText: "By session" });
    const order = async () => (await table.locator("tbody tr").allInnerTexts()).map((row) => row.split("\t")[0].trim()).filter((name) => /tokens$/.test(name));
    await table.getByRole("button", { name: "Input tokens" }).click();
    await table.locator('th[aria-sort="descending"]', { hasText: "Input" }).waitFor();
    equal(await order(), ["Many tokens", "A few tokens"], "most tokens first");
    await table.getByRole("button", { name: "Input tokens" }).click();
    await table.locator('th[aria-sort="ascending"]', { hasText: "Input" }).waitFor();
    equal(await order(), ["A few tokens", "Many tokens"], "fewest tokens first");
    equal(page.complaints, [], "complaints");
  },

  async "with a keyboard alone: a picture, a question, a part of it, what the model got"(world) {
    const page = await world.page({ permissions: ["clipboard-read", "clipboard-write"] });
    const base64 = quarters(600, 400).toString("base64");
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    }, base64);
    // Not once around: that leads through all sessions there are.
    const tabTo = async (selector, key = "Tab") => {
      for (let i = 0; i < 40; i++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`${key} never comes to ${selector}`);
    };
    await tabTo("#words");
    await page.keyboard.press("Control+V");
    await page.locator(".chip").waitFor();
    await page.keyboard.type("what is it?");
    await page.keyboard.press("Enter");
    await page.locator(".receipt-line").waitFor();
    await tabTo(".receipt-line", "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.locator(".receipt-body tbody tr").waitFor();
    await tabTo(".stage");
    await page.keyboard.press("b");
    await page.locator(".selection").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".selection").waitFor({ state: "detached" });
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.keyboard.type("and this part?");
    await page.keyboard.press("Enter");
    await page.locator(".message.user .said", { hasText: "and this part?" }).waitFor();
    await page.locator(".message.user .thumb img.cropped").waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "where there is another picture, one can ask what changed here"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession(MODEL));
    await attach(page, [
      { name: "before.png", bytes: plain(300, 200, [40, 40, 40]) },
      { name: "after.png", bytes: plain(300, 200, [90, 90, 90]) },
    ]);
    await page.locator(".chip").nth(1).waitFor();
    await say(page, "here are two");
    await page.locator(".receipt-line").waitFor();
    await page.getByRole("button", { name: "Make a box to ask about" }).click();
    await page.locator(".ask").getByRole("button", { name: "What changed here?" }).click();
    await page.locator(".message.user .said", { hasText: "What changed here?" }).waitFor();
    await page.locator(".receipt-line").nth(1).waitFor();
    const sent = world.aimock.requests().findLast((body) => JSON.stringify(body).includes("What changed here?"));
    truly(JSON.stringify(sent).split('"type":"image"').length - 1 >= 3, "the two are not shown with the part");
    equal(page.complaints, [], "complaints");
  },

  async "at a middle width the sessions are a drawer, and colours are kept"(world) {
    const page = await world.page({ viewport: { width: 900, height: 700 }, colorScheme: "light" });
    equal(await page.locator("nav.sessions").count(), 0, "panes of sessions");
    await page.locator(".conversation .title").click();
    await page.keyboard.press("[");
    await page.locator(".drawer nav.sessions").waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    for (const name of ["system", "light"]) await page.getByRole("button", { name: `Colours: ${name}` }).click();
    await page.getByRole("button", { name: "Colours: dark" }).waitFor();
    truly((await ground()) !== light, "it is not dark");
    await page.keyboard.press("Escape");
    await page.locator(".drawer").waitFor({ state: "detached" });
    await page.reload();
    await page.locator(".samples").waitFor();
    truly((await ground()) !== light, "the colours are forgotten");
    equal(page.complaints, [], "complaints");
  },

  async "a session comes in as a file"(world) {
    const page = await world.page();
    const stored = new StoredSession("brought-along").title("Brought along").user("hello").assistant("Hi from afar.").end(MODEL);
    const asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Import a session" }).click();
    await (await asked).setFiles({ name: "session.tar", mimeType: "application/x-tar", buffer: stored.tar() });
    await page.locator(".prose", { hasText: "Hi from afar." }).waitFor();
    await page.locator(".entry.open", { hasText: "Brought along" }).waitFor();
    const again = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Import a session" }).click();
    await (await again).setFiles({ name: "session.tar", mimeType: "application/x-tar", buffer: Buffer.from("no session") });
    await page.locator(".notice.error").waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "an error says once what is wrong, and a name keeps its letters"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession(MODEL));
    const tells = {
      "dead cannot be reached: http://127.0.0.1:41999: Failed to connect to 127.0.0.1 port 41999 after 0 ms: Couldn't connect to server":
        "dead cannot be reached at http://127.0.0.1:41999. Try again, or choose another model.",
      "content[0].filename: must be a file name": "content[0].filename: must be a file name. Try again, or choose another model.",
      "nobody is there": "Nobody is there. Try again, or choose another model.",
    };
    for (const [detail, told] of Object.entries(tells)) {
      await page.route("**/messages", (route) => route.fulfill({ status: 502, json: { status: 502, title: "Bad gateway", code: "LLM_ERROR", detail } }));
      await say(page, "hello");
      await page.locator(".composer-note.error", { hasText: told }).waitFor();
      await page.unroute("**/messages");
    }
    equal(page.complaints, [], "complaints");
  },

  async "where there is no session, no model is called model"(world) {
    const page = await world.page();
    await page.route("**/models", async (route) => {
      const told = await (await route.fetch()).json();
      await route.fulfill({ json: { ...told, default: "" } });
    });
    await page.goto(`${world.base}/#/s/doesnotexist`);
    await page.reload();
    await page.getByText("There is no such session.").waitFor();
    truly(!(await page.locator(".model-name").innerText()).match(/^model$/i), "the model is called model");
    equal(page.complaints, [], "complaints");
  },
};
