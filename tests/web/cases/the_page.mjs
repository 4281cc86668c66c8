// The page itself: long sessions, hostile words, other sizes and colours, and what axe-core finds.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { attach, equal, say, Skipped, truly } from "../harness.mjs";
import { plain } from "../png.mjs";
import { StoredSession } from "../stored_session.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MODEL = "anthropic/claude-opus-4-7";
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

async function seriousIn(page) {
  // By the debugger's door: the page's own policy lets no other script in.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .filter((each) => each.impact === "serious" || each.impact === "critical")
    .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}

function longSession(id, messages) {
  const stored = new StoredSession(id).title("A long talk");
  for (let i = 0; i < messages / 2; i++) {
    stored.user(`Question ${i}: how does part ${i} work?`);
    stored.assistant(`Answer ${i}.\n\nIt has **two** sides, and a list:\n\n- one of ${i}\n- two of ${i}\n\n${"Some more words. ".repeat(i % 9)}`);
  }
  return stored;
}

const dist = new URL("../../../web/dist/", import.meta.url);

export const cases = {
  async "the daemon gives the client of these sources, with its policy and compressed"(world) {
    const answer = await fetch(`${world.daemon.url}/`);
    const page = await answer.text();
    if (!page.includes('id="app"') || process.env.WEB_TEST_FRONT) throw new Skipped("the client of this daemon is not what is tested");
    const policy = answer.headers.get("content-security-policy") ?? "";
    truly(policy.includes("default-src 'none'") && !policy.includes("unsafe"), `the policy is ${policy}`);
    equal(page, readFileSync(new URL("index.html", dist), "utf8"), "the page");
    for (const [, name] of page.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)) {
      const asset = await fetch(`${world.daemon.url}/${name}`);
      equal(await asset.text(), readFileSync(new URL(name, dist), "utf8"), name);
      truly(["br", "gzip"].includes(asset.headers.get("content-encoding")), `${name} is not compressed`);
      const again = await fetch(`${world.daemon.url}/${name}`, { headers: { "if-none-match": asset.headers.get("etag") } });
      equal(again.status, 304, `${name}, asked for again`);
    }
  },

  async "a session of 500 messages opens within a second, and scrolls"(world) {
    const sid = await world.daemon.store(longSession("five-hundred", 500));
    const page = await world.page();
    await page.locator(".entry", { hasText: "A long talk" }).waitFor();
    // What the page itself computes until the last answer is drawn: others share the machine, and the clock runs for them too.
    const clock = await page.context().newCDPSession(page);
    await clock.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => (await clock.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    await page.evaluate(() => (location.hash = "#/"));
    await page.locator(".samples").waitFor();
    const before = await spent();
    await page.evaluate((name) => (location.hash = `#/s/${name}`), sid);
    await page.locator(".prose", { hasText: "Answer 249." }).waitFor();
    const took = (await spent()) - before;
    truly(took > 0 && took < 1000, `it took ${Math.round(took)} ms`);
    truly((await page.locator(".slot").count()) < 60, "everything is in the page");
    await page.locator(".scroller").hover();
    for (let i = 0; i < 200 && !(await page.getByText("Question 0:").count()); i++) await page.mouse.wheel(0, -4000);
    await page.getByText("Question 0:").waitFor();
    await page.locator(".pill").click();
    await page.locator(".prose", { hasText: "Answer 249." }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "a session of 2,000 messages keeps to its place while it grows"(world) {
    const sid = await world.daemon.store(longSession("two-thousand", 2000));
    const page = await world.page();
    await world.open(page, sid);
    await page.getByText("Answer 999.").waitFor();
    truly((await page.locator(".slot").count()) < 60, "everything is in the page");
    await page.locator(".scroller").evaluate((node) => (node.scrollTop = node.scrollHeight / 2));
    await page.locator(".pill").waitFor();
    const key = await page.locator(".slot").nth(8).getAttribute("data-key");
    const place = () => page.locator(`[data-key="${key}"]`).evaluate((node) => Math.round(node.getBoundingClientRect().top));
    // Once what is in sight is measured.
    await page.waitForFunction((wanted) => {
      const top = () => document.querySelector(`[data-key="${wanted}"]`)?.getBoundingClientRect().top;
      const first = top();
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(first !== undefined && first === top()))));
    }, key);
    const before = await place();
    await world.daemon.ask("PATCH", `/sessions/${sid}`, { model: MODEL });
    await world.daemon.ask("POST", `/sessions/${sid}/messages`, { message: "from elsewhere" });
    await page.locator(".pill", { hasText: "2 new" }).waitFor();
    truly(Math.abs((await place()) - before) <= 1, "what one reads has moved");
    await say(page, "and one more");
    await page.locator(".message.user .said", { hasText: "and one more" }).waitFor();
    await page.locator(".pill").waitFor({ state: "detached" });
    equal(page.complaints, [], "complaints");
  },

  async "hostile names, descriptions and answers run nothing"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession(MODEL));
    await attach(page, [{ name: '"><img src=x onerror=window.hacked=9>.png', bytes: plain(80, 60, [5, 5, 5]) }]);
    await page.locator(".chip").waitFor();
    await say(page, "be hostile <img src=x onerror=window.hacked=10>");
    await page.locator(".receipt-line").waitFor();
    await page.locator(".receipt-line").click();
    const stored = new StoredSession("hostile").title("<img src=x onerror=window.hacked=11>");
    const image = stored.image(plain(90, 60, [9, 5, 5]), { filename: "<b onmouseover=window.hacked=12>x.png", width: 90, height: 60 });
    stored.user("<script>window.hacked=13</script>", [image]).assistant("<img src=x onerror=window.hacked=14> [x](javascript:window.hacked=15)").end(MODEL);
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".prose").waitFor();
    for (const link of await page.locator(".prose a").all()) await link.click({ noWaitAfter: true }).catch(() => {});
    equal(await page.evaluate(() => window.hacked ?? null), null, "hacked");
    equal(await page.locator(".prose img, .prose script, .prose svg").count(), 0, "elements of the answer");
    equal(page.complaints, [], "complaints");
  },

  async "very long names and right-to-left words keep their place"(world) {
    const page = await world.page();
    const stored = new StoredSession("long-name").title("n".repeat(255));
    const image = stored.image(plain(60, 60, [7, 8, 9]), { filename: `${"x".repeat(251)}.png`, width: 60, height: 60 });
    stored.user("مرحبا، ما هذا؟", [image]).assistant("هذه صورة صغيرة.").end(MODEL);
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".prose").waitFor();
    equal(await page.locator(".prose p").evaluate((node) => getComputedStyle(node).direction), "rtl", "the direction");
    truly(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than its window");
  },

  async "axe-core finds nothing serious in any view, in light and dark"(world) {
    const stored = new StoredSession("for-axe").title("To be looked at");
    const [before, after] = [[40, 40, 40], [90, 90, 90]].map((colour, i) =>
      stored.image(plain(400, 300, colour), { filename: `p${i}.png`, width: 400, height: 300 }),
    );
    stored.user("what changed?", [before, after]).assistant("A light **square**, in `code`.").usage(MODEL, 1200, 300, 4000, 0.03);
    stored.delivered(before, "not_seen", 0).end(MODEL, {
      receipt: [{ image_id: before.sha256, state: "not_seen", width: 0, height: 0, bytes: 0, estimated_tokens: 0, tiles: 0, downscaled: false, actions: [], reason: "too old" }],
    });
    const sid = await world.daemon.store(stored);
    for (const colorScheme of ["light", "dark"]) {
      const page = await world.page({ colorScheme });
      const check = async (view) => equal(await seriousIn(page), [], `${colorScheme}: ${view}`);
      await check("the empty page");
      await attach(page, [{ name: "notes.txt", bytes: Buffer.from("x"), type: "text/plain" }, { name: "a.png", bytes: plain(90, 60, [1, 2, 3]) }]);
      await page.locator(".chip").nth(1).waitFor();
      await check("a draft with a refused file");
      while (await page.locator(".chip").count()) await page.locator(".chip .icon-button").first().click();
      await page.locator(".sample").first().click();
      await page.locator(".receipt-line").waitFor();
      await page.locator(".receipt-line").click();
      await page.getByRole("button", { name: "Ledger", exact: true }).click();
      await check("a session");
      await page.locator(".stage").focus();
      await page.keyboard.press("b");
      await page.locator(".ask").waitFor();
      await check("a box");
      await page.keyboard.press("Escape");
      await world.open(page, sid);
      await page.locator(".receipt-line").click();
      await page.locator(".entry.open").hover();
      await page.locator(".entry.open .entry-more").click();
      await check("amber rows and the menu of a session");
      await page.keyboard.press("Escape");
      await page.locator(".compare-menu select").selectOption({ label: "p0.png" });
      await page.locator(".regions button").first().waitFor();
      for (const name of ["Side by side", "Swipe", "Difference"]) {
        await page.getByRole("button", { name }).click();
        await check(name);
      }
      await page.getByRole("button", { name: "End the comparison" }).click();
      await world.open(page, await world.daemon.newSession(MODEL));
      await say(page, "search it");
      await page.locator(".permission").waitFor();
      await say(page, "and then this");
      await page.getByText("Waits its turn").waitFor();
      await check("a question of a tool, and a message that waits");
      await page.locator("button.stop").click();
      await page.getByText("Stopped by you.").waitFor();
      await page.locator(".tool-head").click();
      await check("a tool's card");
      await page.locator("#words").fill("fail please");
      await page.locator("#words").press("Enter");
      await page.locator(".ending.error").waitFor();
      await check("an error");
      for (const [name, key] of [["the palette", "Control+K"], ["the keys", "?"]]) {
        await page.locator(".brand").click();
        await page.keyboard.press(key);
        await page.locator("dialog[open]").waitFor();
        await check(name);
        await page.keyboard.press("Escape");
        await page.locator("dialog[open]").waitFor({ state: "detached" });
      }
      await page.locator(".model-button").click();
      await page.locator(".choices li").first().waitFor();
      await check("the models");
      await page.keyboard.press("Escape");
      await page.goto(`${world.base}/#/usage`);
      await page.locator(".plot canvas").first().waitFor();
      await page.locator(".figures").first().waitFor();
      await check("usage");
      equal(page.complaints, [], "complaints");
    }
    const stranger = await (await world.browser.newContext()).newPage();
    await stranger.goto(`${world.base}/`);
    await stranger.locator(".shut-out").waitFor();
    equal(await seriousIn(stranger), [], "without a key");
  },

  async "axe-core finds nothing serious on a phone, and nothing is wider than it"(world) {
    const stored = new StoredSession("axe-phone").title("To be looked at on a phone");
    const image = stored.image(plain(400, 300, [40, 90, 40]), { filename: `${"a long name ".repeat(9)}.png`, width: 400, height: 300 });
    stored.user("what is this?", [image]).assistant("A *green* square:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```cpp\nint a_rather_long_name_of_a_function_that_does_not_fit(int argument);\n```");
    stored.delivered(image, "pixels", 300).end(MODEL, {
      receipt: [{ image_id: image.sha256, state: "pixels", width: 400, height: 300, bytes: 900, estimated_tokens: 300, tiles: 0, downscaled: false, actions: [] }],
    });
    const sid = await world.daemon.store(stored);
    for (const width of [360, 390]) {
      const page = await world.page({ ...PHONE, viewport: { width, height: 740 }, colorScheme: width === 360 ? "dark" : "light" });
      const check = async (view) => {
        equal(await seriousIn(page), [], `${width}: ${view}`);
        equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${width}: ${view} is too wide`);
      };
      await check("the empty page");
      await world.open(page, sid);
      await page.locator(".receipt-line").click();
      await check("a session");
      await page.locator(".thumb-button").click();
      await page.locator(".stage .picture").waitFor();
      await page.getByRole("button", { name: "Ledger", exact: true }).click();
      await check("the picture over it, with the ledger");
      await page.getByRole("button", { name: "Make a box to ask about" }).click();
      await page.locator(".ask").waitFor();
      await check("a box");
      await page.goto(`${world.base}/#/usage`);
      await page.locator(".plot canvas").first().waitFor();
      await check("usage");
      await page.getByRole("button", { name: "Sessions", exact: true }).click();
      await page.locator(".drawer .entry").first().waitFor();
      await check("the sessions");
      equal(page.complaints, [], "complaints");
      await page.context().close();
    }
  },

  async "the keys of the list do what it says"(world) {
    const page = await world.page();
    const stored = new StoredSession("by-keys").title("Found by its name");
    stored.user("hello").assistant("hi").end(MODEL);
    await world.daemon.store(stored);
    await page.reload();
    await page.locator(".entry", { hasText: "Found by its name" }).waitFor();
    await page.locator(".brand").click();
    await page.keyboard.press("/");
    await page.keyboard.type("found by");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
    await page.locator(".brand").click();
    await page.keyboard.press("[");
    await page.locator("nav.sessions").waitFor({ state: "detached" });
    await page.keyboard.press("[");
    await page.locator("nav.sessions").waitFor();
    await page.keyboard.press("]");
    await page.locator("aside.table").waitFor({ state: "detached" });
    await page.keyboard.press("]");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog.keys").waitFor({ state: "detached" });
    await page.keyboard.press("Control+K");
    await page.locator(".palette input:focus").waitFor();
    await page.keyboard.type("found by its name");
    await page.keyboard.press("Enter");
    await page.locator("h1.title", { hasText: "Found by its name" }).waitFor();
    await page.locator(".brand").click();
    await page.keyboard.press("n");
    await page.locator(".samples").waitFor();
    await page.keyboard.press("Control+K");
    await page.locator(".palette input:focus").waitFor();
    await page.keyboard.type("by address");
    await page.keyboard.press("Enter");
    await page.locator(".address input").fill("http://127.0.0.1/a.png");
    await page.locator(".address input").press("Enter");
    await page.locator(".chip.refused", { hasText: "not an https address" }).waitFor();
  },

  async "a search finds sessions that the list does not show yet"(world) {
    for (let i = 0; i < 205; i++) {
      await world.daemon.store(new StoredSession(`one-of-many-${i}`).title(`Number ${i} of many`).user("hello").assistant("hi").end(MODEL));
    }
    const page = await world.page();
    await page.getByRole("button", { name: "Older ones" }).waitFor();
    equal(await page.locator(".entry", { hasText: "Number 0 of many" }).count(), 0, "the oldest one is there already");
    await page.locator("#search").fill("number 0 of many");
    await page.locator(".entry", { hasText: "Number 0 of many" }).waitFor();
    await page.locator("#search").fill("no such words");
    await page.getByText("No session has these words in its name.").waitFor();
  },

  async "the list shows which sessions are at work"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    await say(page, "tell it for ever, list");
    const dot = page.locator(".entry", { hasText: "tell it for ever, list" }).locator(".busy-dot");
    await dot.waitFor();
    await page.goto(`${world.base}/#/`);
    await page.locator(".samples").waitFor();
    equal(await dot.count(), 1, "dots once it is left");
    const other = await world.page(); // that never had it open
    const seen = other.locator(".entry", { hasText: "tell it for ever, list" }).locator(".busy-dot");
    await seen.waitFor();
    await world.daemon.ask("POST", `/sessions/${sid}/cancel`, {});
    await dot.waitFor({ state: "detached" });
    await seen.waitFor({ state: "detached" });
    equal(page.complaints, [], "complaints");
    await world.daemon.ask("DELETE", `/sessions/${sid}`);
  },

  async "a session that is deleted elsewhere is told"(world) {
    const page = await world.page();
    const sid = await world.daemon.newSession(MODEL);
    await world.open(page, sid);
    await say(page, "tell it for ever, till it goes");
    await page.locator(".message.live .prose").waitFor();
    await world.daemon.ask("DELETE", `/sessions/${sid}`);
    await page.getByText("There is no such session. It may have been deleted.").waitFor();
    await page.locator("button.stop").waitFor({ state: "detached" });
    await page.locator(".entry", { hasText: "till it goes" }).waitFor({ state: "detached" });
  },

  async "a session is renamed, exported and deleted"(world) {
    const page = await world.page();
    const stored = new StoredSession("to-be-named").title("Before");
    stored.user("hello").assistant("hi").end(MODEL);
    await world.daemon.store(stored);
    await page.reload();
    const entry = page.locator(".entry", { hasText: "Before" });
    await entry.hover();
    await entry.locator(".entry-more").click();
    await page.locator(".menu button", { hasText: "Rename" }).click();
    await page.locator(".rename").fill("Afterwards");
    await page.locator(".rename").press("Enter");
    const renamed = page.locator(".entry", { hasText: "Afterwards" });
    await renamed.hover();
    await renamed.locator(".entry-more").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".menu a", { hasText: "Export" }).click()]);
    truly(readFileSync(await file.path()).includes("fovea-session"), "the export is no session");
    await renamed.hover();
    await renamed.locator(".entry-more").click();
    await page.locator(".menu .danger").click();
    await page.locator(".menu .danger", { hasText: "for good" }).click();
    await renamed.waitFor({ state: "detached" });
  },

  async "the model is chosen, with what it can do and costs"(world) {
    const page = await world.page();
    await page.locator(".model-button").click();
    await page.locator(".choices input").fill("claude-opus-4-7");
    const row = page.locator(".choices li", { hasText: "anthropic/claude-opus-4-7" }).first();
    await row.waitFor();
    truly(/\$/.test(await row.innerText()) && /sees/.test(await row.innerText()), "it does not say what it can do and costs");
    await row.click();
    await page.locator(".model-name", { hasText: "claude-opus-4-7" }).waitFor();
    await say(page, "hello there");
    await page.locator(".prose", { hasText: "An answer with" }).waitFor();
  },

  async "the model that is named is the one that answers, in each session"(world) {
    const page = await world.page();
    const named = page.locator(".model-name");
    await named.filter({ hasText: "/" }).waitFor(); // until then nobody knows
    const byDefault = await named.innerText();
    const usual = await world.daemon.newSession();
    await page.locator(".model-button").click();
    await page.locator(".choices input").fill("claude-opus-4-7");
    await page.locator(".choices li", { hasText: MODEL }).first().click();
    await named.filter({ hasText: MODEL }).waitFor();
    await page.goto(`${world.base}/#/s/${usual}`); // had no word of that choice
    await named.filter({ hasText: byDefault }).waitFor();
    await attach(page, [{ name: "a.png", bytes: plain(90, 60, [1, 2, 3]) }]);
    await page.locator(".chip").waitFor();
    await say(page, "what is this?");
    await page.locator(".receipt-line").waitFor();
    truly((await page.locator(".receipt-line").innerText()).includes(byDefault), "another model answered");
    equal(await named.innerText(), byDefault, "the model's name");
    await page.goto(`${world.base}/#/`);
    await named.filter({ hasText: MODEL }).waitFor();
    await page.goto(`${world.base}/#/s/${await world.daemon.newSession("blind/blind-1")}`);
    await named.filter({ hasText: "blind/blind-1" }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "on a phone: ask, see the picture over it, draw a box"(world) {
    const page = await world.page(PHONE);
    await page.locator(".sample").first().tap();
    await page.locator(".receipt-line").waitFor();
    await page.locator(".thumb-button").tap();
    await page.locator("aside.table").waitFor();
    const box = await page.locator(".stage .picture").boundingBox();
    const touch = await page.context().newCDPSession(page);
    const two = (apart) => [
      { x: box.x + box.width / 2 - apart, y: box.y + box.height / 2, id: 1 },
      { x: box.x + box.width / 2 + apart, y: box.y + box.height / 2, id: 2 },
    ];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: two(30) });
    for (const apart of [40, 50, 60]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: two(apart) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForFunction((wide) => document.querySelector(".stage .picture").getBoundingClientRect().width > wide * 1.5, box.width);
    equal(await page.locator(".ask").count(), 0, "boxes that a pinch makes");
    await page.getByRole("button", { name: "Fit" }).tap();
    await page.waitForFunction((wide) => Math.abs(document.querySelector(".stage .picture").getBoundingClientRect().width - wide) < 2, box.width);
    const point = (x, y) => [{ x: box.x + box.width * x, y: box.y + box.height * y }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(0.1, 0.5) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(0.3, 0.6) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(0.6, 0.75) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.locator(".ask").waitFor();
    await page.getByRole("button", { name: "Read the text" }).tap();
    await page.locator("aside.table").waitFor({ state: "detached" });
    await page.locator(".message.user").nth(1).waitFor();
    await page.locator(".thumb-button").first().tap();
    await page.locator("aside.table").waitFor();
    equal(await seriousIn(page), [], "axe-core, the table");
    await page.goBack(); // takes the table away, and not the page
    await page.locator("aside.table").waitFor({ state: "detached" });
    await page.locator(".message.user").nth(1).waitFor();
    truly(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the phone");
    equal(await seriousIn(page), [], "axe-core");
    await page.setViewportSize({ width: 360, height: 640 });
    truly(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than 360 pixels");
    equal(page.complaints, [], "complaints");
  },

  async "what is nested deeper than anyone reads is shown as its source, and nothing behind it is lost"(world) {
    const stored = new StoredSession("nested").title("Nested");
    stored.user("lists").assistant(`Start\n\n${"- ".repeat(60)}INSIDE\n\nAFTER ONE\n\nAFTER TWO`).end(MODEL);
    stored.user("quotes").assistant(`Begin\n\n${"> ".repeat(110)}WITHIN\n\nBEHIND`).end(MODEL);
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".answer .prose:not(.plain)").nth(1).waitFor();
    const words = await page.locator(".answer .prose").allInnerTexts();
    for (const word of ["Start", "- - INSIDE", "AFTER ONE", "AFTER TWO"]) truly(words[0].includes(word), `${word} is missing: ${words[0]}`);
    for (const word of ["Begin", "> > WITHIN", "BEHIND"]) truly(words[1].includes(word), `${word} is missing: ${words[1]}`);
    equal(await page.locator(".answer .prose > p", { hasText: "AFTER" }).count(), 2, "paragraphs behind it");
    equal(page.complaints, [], "complaints");
  },

  async "names and titles turn no words around"(world) {
    const stored = new StoredSession("turned").title("R\u202Eevil title");
    const image = stored.image(plain(64, 64, [9, 90, 9]), { filename: "p\u202Egnp.exe", width: 64, height: 64 });
    stored.user("look", [image]).assistant("seen").end(MODEL);
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator("h1.title", { hasText: "Revil title" }).waitFor();
    await page.locator(".facts .name", { hasText: "pgnp.exe" }).waitFor();
    await attach(page, [{ name: "a\u202Egnp.png", bytes: plain(40, 40, [1, 2, 3]) }]);
    await page.locator(".chip-name", { hasText: "agnp.png" }).waitFor();
    equal(await page.evaluate(() => /[\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.outerHTML)), false, "signs that turn words");
    equal(page.complaints, [], "complaints");
  },

  async "on a phone no title is cut to a letter beside the button for all places"(world) {
    const page = await world.page(PHONE);
    await world.open(page, await world.daemon.newSession("gemini/gemini-2.5-flash"));
    await attach(page, [{ name: "field.png", bytes: plain(800, 500, [90, 20, 20]) }]);
    await page.locator(".chip .chip-picture img").waitFor();
    for (let i = 0; i < 2; i++) {
      await say(page, "where is it?");
      await page.locator(".receipt-line").nth(i).waitFor();
    }
    await page.locator(".answer .spot").last().tap();
    await page.getByRole("button", { name: "All places" }).waitFor();
    const title = page.getByRole("heading", { name: "Light table" });
    await title.waitFor({ state: "attached" });
    truly(await title.evaluate((node) => node.matches(".unseen")), "the title is cut");
    truly(await page.locator(".table .pane-head").evaluate((node) => node.scrollWidth <= node.clientWidth), "the buttons run out");
    equal(page.complaints, [], "complaints");
  },

  async "on the page of what was used, the palette offers nothing about a session"(world) {
    const stored = new StoredSession("for-the-palette").title("For the palette");
    stored.user("one").assistant("first").end(MODEL);
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".receipt-line").waitFor();
    await page.keyboard.press("Control+k");
    await page.locator(".palette-row", { hasText: "Export this session" }).waitFor({ state: "attached" });
    equal(await page.locator(".palette-row", { hasText: "Take a photo" }).count(), 0, "photos, where there is no touch");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Usage" }).click();
    await page.locator(".usage").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.locator(".palette-row", { hasText: "New session" }).first().waitFor();
    equal(await page.locator(".palette-row", { hasText: /Export this session|Change the last message/ }).count(), 0, "commands about a session");
    equal(page.complaints, [], "complaints");
  },
};
