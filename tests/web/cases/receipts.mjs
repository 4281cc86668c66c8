// What the model got, as the page tells it.
import { attach, equal, say, truly } from "../harness.mjs";
import { letters, plain } from "../png.mjs";
import { StoredSession } from "../stored_session.mjs";

const MODEL = "anthropic/claude-opus-4-7";
const row = (image, state, more = {}) => ({
  image_id: image.sha256, filename: image.filename, state, width: 64, height: 64, bytes: 900, estimated_tokens: 10, tiles: 0, downscaled: false, actions: [], ...more,
});

export const cases = {
  async "each picture counts once, and those of earlier turns raise no alarm"(world) {
    const stored = new StoredSession("receipts").title("Receipts");
    const [a, b, c] = [10, 60, 120].map((grey, i) => stored.image(plain(64, 64, [grey, 0, 0]), { filename: `p${i}.png`, width: 64, height: 64 }));
    stored.user("one", [a]).assistant("first").end(MODEL, { receipt: [row(a, "pixels")] });
    stored.user("two", [b]).assistant("second").end(MODEL, { receipt: [row(a, "not_seen"), row(a, "not_seen"), row(b, "pixels")] });
    stored.user("three", [c]).assistant("third").end(MODEL, { receipt: [row(a, "pixels"), row(b, "not_seen"), row(c, "not_seen", { reason: "too large" })] });
    stored.user("four", [a, b, c]).assistant("fourth").end(MODEL, { receipt: [row(a, "pixels"), row(b, "described"), row(c, "pixels", { tiles: 2 }), row(c, "not_seen")] });
    stored.user("five").assistant("fifth").end(MODEL, { receipt: [row(a, "pixels", { earlier: true }), row(b, "not_seen", { earlier: true })] });
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".receipt-line").nth(4).waitFor();
    const facts = await page.locator(".receipt-line").evaluateAll((lines) => lines.map((line) => line.querySelector(".fact").textContent));
    equal(
      facts,
      [
        "1 picture: pixels",
        "1 picture: pixels",
        "1 picture: not seen + 1 of earlier turns",
        "3 pictures: 2 as pixels in 2 tiles, 1 described",
        "1 picture of earlier turns",
      ],
      "the lines",
    );
    const amber = await page.locator(".receipt").evaluateAll((all) => all.map((each) => each.classList.contains("unseen-some")));
    equal(amber, [false, false, true, false, false], "amber");
    await page.locator(".receipt-line").nth(2).click();
    equal(await page.locator(".receipt-body tr.amber").count(), 1, "amber rows");
    truly((await page.locator(".receipt-body tr.amber").innerText()).includes("Too large."), "it does not say why");
    equal(page.complaints, [], "complaints");
  },

  async "what a model that does not see was told can be read"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("blind/blind-1"));
    await attach(page, [{ name: "sheet.png", bytes: letters(900, 640) }]);
    await page.locator(".chip").waitFor();
    await say(page, "what is this?");
    await page.locator(".receipt-line", { hasText: "1 picture: described" }).click();
    await page.locator(".described summary", { hasText: "local/ocr" }).click();
    const told = await page.locator(".described pre").innerText();
    const sent = JSON.stringify(world.aimock.requests().findLast((body) => JSON.stringify(body).includes("what is this?")));
    truly(told.length > 20 && sent.includes(JSON.stringify(told.split("\n").find((line) => line.trim().length > 3)).slice(1, -1)), `it was told something else: ${told}`);
    equal(page.complaints, [], "complaints");
  },

  async "after a question about a part, the next one is about the whole picture"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("local/ocr"));
    await attach(page, [{ name: "sheet.png", bytes: letters(900, 640) }]);
    await page.locator(".chip").waitFor();
    await say(page, "what does it say?");
    await page.locator(".receipt-line").waitFor();
    await page.getByRole("button", { name: "Make a box to ask about" }).click();
    await page.locator(".ask").getByRole("button", { name: "Read the text" }).click();
    await page.locator(".receipt-line").nth(1).waitFor();
    await page.locator(".composer-note", { hasText: "sheet.png as a whole" }).waitFor();
    await say(page, "read all of it");
    await page.locator(".receipt-line").nth(2).waitFor();
    const shows = (n) => page.locator(".message.user").nth(n).locator(".thumb img").evaluateAll((all) => all.map((each) => each.classList.contains("cropped")));
    equal([await shows(1), await shows(2)], [[true], [false]], "parts in the messages");
    equal(await page.locator(".composer-note").count(), 0, "notes");
    equal(page.complaints, [], "complaints");
  },

  async "what is behind an address is looked at before it is sent"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession(MODEL));
    const attachAddress = async (address) => {
      await page.getByRole("button", { name: "Attach by address" }).click();
      await page.locator(".address input").fill(address);
      await page.locator(".address input").press("Enter");
    };
    await attachAddress("https://127.0.0.1/private.png");
    const refused = await page.locator(".chip.refused").innerText(); // by the daemon: nothing was sent
    truly(refused.replace(/https:\S+/, "").trim().length > 20, `no reason is given: ${refused}`);
    // There is no public address here: the daemon's answer about one.
    await page.route("**/estimate", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ json: { model: MODEL, sees: true, tokens: 1600, tiles: 0, downscaled: false, width: 1200, height: 800, mime: "image/jpeg", bytes: 90000 } })
        : route.continue(),
    );
    await attachAddress("https://example.org/a.jpg");
    await page.locator(".chip .num", { hasText: /1200×800.*≈ [\d,]+ tokens/ }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "a part is a row of its own, and a picture that is shown again is of this turn"(world) {
    const stored = new StoredSession("parts").title("Parts");
    const whole = stored.image(plain(64, 64, [10, 0, 90]), { filename: "order.png", width: 64, height: 64 });
    stored.user("one", [whole]).assistant("first").end(MODEL, { receipt: [row(whole, "pixels")] });
    const part = row(whole, "pixels", { width: 31, height: 22, actions: ["cropped"] });
    stored.user("two", [whole]).assistant("second").end(MODEL, { receipt: [row(whole, "pixels", { earlier: true }), part] });
    const again = row(whole, "pixels", { width: 0, height: 0, reason: "the same as image 1" });
    stored.user("three", [whole]).assistant("third").end(MODEL, { receipt: [row(whole, "pixels", { earlier: true }), { ...part, earlier: true }, again] });
    const told = row(whole, "described", { width: 0, height: 0, reason: "its part 20x10 at 3,4" });
    stored.user("four", [whole]).assistant("fourth").end(MODEL, { receipt: [row(whole, "described", { earlier: true }), told] });
    const page = await world.page();
    await world.open(page, await world.daemon.store(stored));
    await page.locator(".receipt-line").nth(3).waitFor();
    const facts = await page.locator(".receipt-line").evaluateAll((lines) => lines.map((line) => line.querySelector(".fact").textContent));
    equal(
      facts,
      ["1 picture: pixels", "1 picture: pixels + 1 of earlier turns", "1 picture: pixels + 1 of earlier turns", "1 picture: described + 1 of earlier turns"],
      "the lines",
    );
    await page.locator(".receipt-line").nth(1).click();
    await page.locator(".receipt-body tr", { hasText: "part 31×22" }).waitFor();
    equal(await page.locator(".receipt-body tbody tr").count(), 2, "rows");
    await page.locator(".receipt-line").nth(3).click();
    await page.locator(".receipt-body tr", { hasText: "part 20×10" }).waitFor();
    equal(page.complaints, [], "complaints");
  },
};
