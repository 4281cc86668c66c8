// The light table: places where they belong, zoom, text, comparing, the ledger.
import { attach, equal, say, truly } from "../harness.mjs";
import { plain, png, quarters } from "../png.mjs";
import { StoredSession } from "../stored_session.mjs";

const MODEL = "anthropic/claude-opus-4-7";
const near = (a, b) => Math.abs(a - b) <= 2;

// Where a mark is, in pixels of the picture and on the screen.
async function placesOf(page) {
  return page.evaluate(() => {
    const picture = document.querySelector(".stage .picture").getBoundingClientRect();
    return [...document.querySelectorAll(".mark")].map((mark) => {
      const box = mark.getBoundingClientRect();
      const air = 2; // around what it frames
      return { x: box.x + air - picture.x, y: box.y + air - picture.y, width: box.width - 2 * air, height: box.height - 2 * air, across: picture.width, down: picture.height };
    });
  });
}

function checkPlace(place, size, [x1, y1, x2, y2]) {
  const scale = place.across / size.width;
  const isThere =
    near(place.x, x1 * scale) && near(place.y, y1 * scale) && near(place.x + place.width, x2 * scale) && near(place.y + place.height, y2 * scale);
  truly(isThere, `the place is at ${JSON.stringify(place)} instead of ${[x1, y1, x2, y2].map((each) => each * scale)}`);
}

async function withPicture(world, model, bytes, name = "field.png") {
  const page = await world.page();
  await world.open(page, await world.daemon.newSession(model));
  await attach(page, [{ name, bytes }]);
  await page.locator(".chip").waitFor();
  return page;
}

export const cases = {
  async "places of a grounded answer lie within 2 pixels, at any zoom"(world) {
    const size = { width: 1000, height: 500 };
    const page = await withPicture(world, "gemini/gemini-3.8-flash", quarters(size.width, size.height));
    await say(page, "where is it?");
    await page.locator(".mark").nth(1).waitFor();
    // [y1, x1, y2, x2] of 1000
    const gate = [200, 50, 700, 200];
    const post = [10, 250, 90, 450];
    let places = await placesOf(page);
    checkPlace(places[0], size, gate);
    checkPlace(places[1], size, post);
    await page.locator(".stage").focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    places = await placesOf(page);
    checkPlace(places[0], size, gate);
    await page.keyboard.press("z");
    await page.waitForFunction((wide) => Math.abs(document.querySelector(".stage .picture").getBoundingClientRect().width - wide) < 1, size.width);
    places = await placesOf(page);
    checkPlace(places[1], size, post);
    // Either side lights the other.
    await page.locator(".answer .spot").first().hover();
    await page.locator(".mark.lit").waitFor();
    await page.locator(".mark .tab").nth(1).focus();
    await page.locator(".answer .spot.lit", { hasText: "2" }).waitFor();
    truly((await page.locator(".answer").innerText()).includes("the gate"), "the label is missing");
    equal(page.complaints, [], "complaints");
  },

  async "places count in pixels of the whole picture though a part of it went as well"(world) {
    const size = { width: 900, height: 560 };
    const stored = new StoredSession("sent-sizes").title("Sizes");
    const sheet = stored.image(quarters(size.width, size.height), { filename: "sheet.png", ...size });
    const went = (width, height) => ({
      image_id: sheet.sha256, filename: "sheet.png", state: "pixels", width, height, bytes: 900, estimated_tokens: 10, tiles: 0, downscaled: false, actions: [],
    });
    stored
      .user("boxes, please", [sheet])
      .assistant('```json\n[{"bbox_2d":[40,100,400,150],"label":"header row"}]\n```')
      .end("anthropic/claude-opus-4-7", { receipt: [went(900, 560), went(301, 226)] });
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".mark").waitFor();
    checkPlace((await placesOf(page))[0], size, [40, 100, 400, 150]);
    equal(page.complaints, [], "complaints");
  },

  async "places of local/ocr lie on the words, and words can be selected"(world) {
    const page = await world.page();
    await page.locator(".sample").nth(1).click();
    await page.locator(".mark").first().waitFor();
    const sid = decodeURIComponent(new URL(page.url()).hash.split("/").at(-1));
    const log = await world.daemon.ask("GET", `/sessions/${sid}/log`);
    const words = log.events.find((event) => event.type === "message" && event.data.role === "assistant").data.content[0].text;
    const box = /\[(\d+), (\d+), (\d+), (\d+)\]/.exec(words).slice(1).map(Number);
    checkPlace((await placesOf(page))[0], { width: 800, height: 640 }, box);
    await page.locator(".stage").hover();
    await page.locator(".word").first().waitFor({ state: "attached" });
    truly((await page.locator(".word").count()) > 10, "words are missing");
    const first = await page.locator(".word", { hasText: "Invoice" }).boundingBox();
    const second = await page.locator(".word", { hasText: "2041" }).boundingBox();
    await page.mouse.move(first.x + 1, first.y + first.height / 2);
    await page.mouse.down();
    await page.mouse.move(second.x + second.width - 1, second.y + second.height / 2, { steps: 6 });
    await page.mouse.up();
    equal(await page.evaluate(() => getSelection().toString().replace(/\s/g, "")), "Invoice2041", "the selection");
    await page.locator(".ask").waitFor();
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData("text/plain");
    });
    equal(copied, "Invoice 2041", "what is copied");
    equal(page.complaints, [], "complaints");
  },

  async "a tall picture opens at its top, with a minimap"(world) {
    const page = await withPicture(world, "", png(400, 4000, (x, y) => [y % 256, 90, x % 256]), "tall.png");
    await page.locator(".minimap").waitFor();
    const [picture, stage] = await Promise.all([page.locator(".stage .picture").boundingBox(), page.locator(".stage").boundingBox()]);
    truly(picture.y >= stage.y && picture.y - stage.y < 40, "it does not open at its top");
    truly(picture.height > stage.height, "it is too small to be read");
    const minimap = await page.locator(".minimap").boundingBox();
    truly(minimap.x >= picture.x + picture.width, "the minimap covers the picture");
    await page.mouse.click(minimap.x + 20, minimap.y + minimap.height - 4);
    await page.waitForFunction(() => {
      const [shown, pane] = [".stage .picture", ".stage"].map((each) => document.querySelector(each).getBoundingClientRect());
      return shown.bottom <= pane.bottom + pane.height / 2 && shown.bottom > pane.top;
    });
  },

  async "a box is made and asked about with keys alone"(world) {
    const page = await withPicture(world, "anthropic/claude-opus-4-7", quarters(600, 400));
    await page.locator(".stage").focus();
    await page.keyboard.press("b");
    await page.locator(".selection").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("what is in this part?");
    await page.keyboard.press("Enter");
    await page.locator(".prose", { hasText: "This part is plain." }).waitFor();
  },

  async "two pictures are compared, and what changed is listed"(world) {
    const page = await world.page();
    const stored = new StoredSession("compare-two");
    const changed = png(400, 300, (x, y) => (x >= 200 && x < 280 && y >= 100 && y < 160 ? [250, 250, 250] : [40, 40, 40]));
    const before = stored.image(plain(400, 300, [40, 40, 40]), { filename: "before.png", width: 400, height: 300 });
    const after = stored.image(changed, { filename: "after.png", width: 400, height: 300 });
    stored.user("what changed?", [before, after]).assistant("A light square.").end("anthropic/claude-opus-4-7");
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".shelf-item:not(.add)").nth(1).waitFor();
    await page.locator(".compare-menu select").selectOption({ label: "before.png" });
    await page.locator(".regions button", { hasText: "pixels, 200 from the left, 100 from the top" }).waitFor();
    equal(await page.locator(".stage-name").allInnerTexts(), ["Before: after.png", "After: before.png"], "the one that lay there, and the one that was chosen");
    for (const name of ["Swipe", "Difference", "Side by side"]) {
      await page.getByRole("button", { name }).click();
      await page.locator(".compare .picture").first().waitFor();
    }
    await page.locator(".regions button").first().click();
    await page.getByRole("button", { name: "End the comparison" }).click();
    await page.locator(".regions").waitFor({ state: "detached" });
    await page.locator(".shelf-item").first().dragTo(page.locator(".shelf-item").nth(1));
    await page.locator(".regions button").first().waitFor();
    await page.getByRole("button", { name: "End the comparison" }).click();
    await page.locator(".message .thumb-button").nth(1).dragTo(page.locator(".message .thumb-button").first());
    await page.locator(".regions button").first().waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "thumbnails beyond the edge come into sight, by keys too"(world) {
    const page = await world.page();
    const stored = new StoredSession("many-pictures").title("Many");
    const images = Array.from({ length: 30 }, (_, i) => stored.image(plain(40 + i, 30, [i * 8, 90, 120]), { filename: `p${i}.png`, width: 40 + i, height: 30 }));
    for (let i = 0; i < 30; i += 10) stored.user("look", images.slice(i, i + 10)).assistant("Seen.").end("anthropic/claude-opus-4-7");
    await world.open(page, await world.daemon.store(stored));
    const inSight = (name) =>
      page.waitForFunction((wanted) => {
        const item = document.querySelector(`.shelf [aria-label="Show ${wanted}"]`);
        const shelf = document.querySelector(".shelf");
        if (!item || item.getAttribute("aria-pressed") !== "true") return false;
        const [a, b] = [item.getBoundingClientRect(), shelf.getBoundingClientRect()];
        return a.left >= b.left && a.right <= b.right;
      }, name);
    await inSight("p29.png");
    await page.locator(".brand").click();
    for (let i = 0; i < 20; i++) await page.keyboard.press(",");
    await inSight("p9.png");
    await page.keyboard.press(".");
    await inSight("p10.png");
  },

  async "two that were not sent yet can be compared, and it says what is missing"(world) {
    const page = await world.page();
    await attach(page, [
      { name: "one.png", bytes: plain(200, 150, [1, 2, 3]) },
      { name: "two.png", bytes: plain(200, 150, [1, 2, 3]) },
    ]);
    await page.locator(".chip").nth(1).waitFor();
    await page.locator(".compare-menu select").selectOption({ label: "one.png" });
    await page.locator(".compare-facts", { hasText: "once both have been sent" }).waitFor();
  },

  async "a picture is pinned, dropped and restored"(world) {
    const page = await withPicture(world, "anthropic/claude-opus-4-7", plain(300, 200, [1, 2, 3]));
    await say(page, "hello");
    await page.locator(".receipt-line").waitFor();
    await page.locator(".facts button", { hasText: "Pin" }).click();
    await page.locator(".facts button", { hasText: "Pinned" }).waitFor();
    await page.locator(".facts button", { hasText: "Drop" }).click();
    await page.locator(".facts button", { hasText: "Restore" }).waitFor();
    await page.getByRole("button", { name: "Ledger", exact: true }).click();
    await page.locator(".ledger tbody tr").waitFor();
    truly((await page.locator(".ledger").innerText()).includes("dropped"), "the ledger does not say so");
    await page.locator(".facts button", { hasText: "Restore" }).click();
    await page.locator(".facts button", { hasText: "Drop" }).waitFor();
  },

  async "the usage page has four plots and the figures"(world) {
    const stored = new StoredSession("spent-something");
    stored.title("Spent").user("hello").assistant("hi").usage("anthropic/claude-opus-4-7", 1200, 300, 4000, 0.0345).end("anthropic/claude-opus-4-7");
    world.daemon.storeAsSpentHere(stored);
    const twin = new StoredSession("spent-more").title("Spent");
    world.daemon.storeAsSpentHere(twin.user("hello").assistant("hi").usage("anthropic/claude-opus-4-7", 10, 3, 0, 0.01).end("anthropic/claude-opus-4-7"));
    // Two turns on two days: each picture counts for its own.
    const daily = new StoredSession("spent-daily").title('=HYPERLINK("https://example.org")').at(Date.now() - 3 * 86_400_000);
    const [first, second] = [[9, 9, 99], [9, 99, 9]].map((colour, i) => daily.image(plain(60, 40, colour), { filename: `d${i}.png`, width: 60, height: 40 }));
    daily.user("this?", [first]).delivered(first, "pixels", 90).assistant("Blue.").usage("anthropic/claude-opus-4-7", 10, 3, 0, 0.001).end("anthropic/claude-opus-4-7");
    const days = [daily.time];
    daily.at(daily.time + 86_400_000).user("and this?", [second]).delivered(second, "described", 20).assistant("Green.").usage("anthropic/claude-opus-4-7", 10, 3, 0, 0.001).end("anthropic/claude-opus-4-7");
    days.push(daily.time);
    world.daemon.storeAsSpentHere(daily);
    const told = (await world.daemon.ask("GET", "/usage")).pictures;
    const onDay = (time) => told.filter((row) => row.day === new Date(time).toISOString().slice(0, 10)).map((row) => [row.state, row.count]);
    equal(days.map(onDay), [[["pixels", 1]], [["described", 1]]], "pictures by day");
    const page = await world.page({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${world.base}/#/usage`);
    await page.locator(".plot canvas").nth(3).waitFor();
    const row = page.locator(".figures tbody tr", { hasText: /Spent.*5,200/ });
    await row.waitFor();
    equal(await page.locator(".figures tbody tr", { hasText: "Spent" }).count(), 2, "rows of two sessions of one name");
    equal((await row.innerText()).split(/\s*\t\s*/), ["Spent", "1", "5,200", "4,000", "300", "≈ $0.03"], "its figures");
    await page.getByText("described").waitFor(); // in the plot's key
    await page.getByRole("button", { name: "Copy as CSV" }).nth(1).click();
    const table = await page.evaluate(() => navigator.clipboard.readText());
    truly(table.includes(`"'=HYPERLINK(""https://example.org"")"`), `a name that is a formula: ${table}`);
    equal(page.complaints, [], "complaints");
  },

  async "how one session was zoomed is nothing to another one with the same picture"(world) {
    const page = await world.page();
    const ids = [];
    for (const name of ["zoom-one", "zoom-two"]) {
      const stored = new StoredSession(name).title(name);
      const image = stored.image(plain(1600, 1000, [40, 70, 40]), { filename: "field.png", width: 1600, height: 1000 });
      stored.user("where?", [image]).assistant('```json\n[{"box_2d": [700, 700, 760, 780], "label": "the gate"}]\n```').end("gemini/gemini-2.5-flash");
      ids.push(await world.daemon.store(stored));
    }
    const level = () => page.locator(".zoom-level").textContent();
    await world.open(page, ids[1]);
    await page.locator(".mark").waitFor();
    const fitted = await level();
    await world.open(page, ids[0]);
    await page.locator(".answer .spot").click();
    await page.waitForFunction((was) => document.querySelector(".zoom-level")?.textContent !== was, fitted);
    await world.open(page, ids[1]);
    await page.locator(".mark").waitFor();
    await page.waitForFunction((was) => document.querySelector(".zoom-level")?.textContent === was, fitted);
    equal(page.complaints, [], "complaints");
  },

  async "a place in plain words has its number, and no word of code is taken for one"(world) {
    const page = await world.page();
    const stored = new StoredSession("in-words").title("In words");
    const image = stored.image(plain(800, 600, [200, 200, 200]), { filename: "order.png", width: 800, height: 600 });
    stored.user("which?", [image]).assistant("It is 4712 at [40, 240, 400, 270]; see `code`, **Total:** and “Retry payment”. An array is [1, 2, 3, 4].").end(MODEL);
    const word = (text, x) => ({ text, box: [x, 300, x + 60, 320], confidence: 0.9 });
    await page.route("**/reading", (route) =>
      route.fulfill({ json: { width: 800, height: 600, words: [word("(code", 10), word("51)", 80), word("Total", 150), word("Retry", 220), word("payment", 290)], elements: [] } }),
    );
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".answer .spot").nth(2).waitFor();
    await page.locator(".mark").nth(2).waitFor();
    const names = await page.locator(".mark .tab").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    equal(names, ["1: It is 4712 at", "2: Total:", "3: Retry payment"], "places");
    truly((await page.locator(".answer .prose").innerText()).includes("[1, 2, 3, 4]"), "an array was taken for a place");
    equal(page.complaints, [], "complaints");
  },

  async "what is gone has its place in the picture where it was"(world) {
    const page = await world.page();
    const stored = new StoredSession("gone").title("Gone");
    const [one, two] = [[1, 800], [2, 20]].map(([shade, width]) => stored.image(plain(width, 600, [shade, 0, 0]), { filename: `p${shade}.png`, width, height: 600 }));
    const words = 'From picture 1 to picture 2: their sizes differ.\nIn both: 0 words unchanged.\n- removed, was at [116, 189, 188, 201]: "Jon"\nMoved text:\n- added [2, 20, 12, 40]: "x"';
    stored.user("what changed?", [one, two]).assistant(words).end("local/ocr");
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".answer .spot").nth(1).waitFor();
    equal(await page.locator(".answer .prose li").count(), 2, "items");
    equal(await page.locator(".answer .prose li", { hasText: "Moved text" }).count(), 0, "a heading that is taken for a part of an item");
    await page.locator(".answer .spot").first().click();
    await page.locator(".facts .name", { hasText: "p1.png" }).waitFor();
    await page.locator(".mark.lit").waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "the number of a place covers neither words nor another number"(world) {
    const page = await world.page();
    const stored = new StoredSession("numbers").title("Numbers");
    const image = stored.image(plain(400, 300, [200, 200, 200]), { filename: "order.png", width: 400, height: 300 });
    stored.user("which?", [image]).assistant("boxes: [100, 100, 160, 112] and [100, 100, 200, 112]").end(MODEL);
    const words = [[60, 98], [100, 165]].map(([from, to], i) => ({ text: `word${i}`, box: [from, 100, to, 112], confidence: 0.9 }));
    await page.route("**/reading", (route) => route.fulfill({ json: { width: 400, height: 300, words, elements: [] } }));
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".mark .tab").nth(1).waitFor();
    await page.waitForFunction(() => {
      const boxes = [...document.querySelectorAll(".mark .tab, .word")].map((each) => ({ isTab: each.matches(".tab"), box: each.getBoundingClientRect() }));
      const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return document.querySelectorAll(".word").length === 2 && boxes.every((one, i) => !one.isTab || boxes.every((other, k) => i === k || !meets(one.box, other.box)));
    });
    equal(page.complaints, [], "complaints");
  },
};
