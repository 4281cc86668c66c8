// Documents: their pages as a strip, one of them on the table, and the words of an answer that lead there.
import { readFileSync } from "node:fs";
import { attach, equal, say, Skipped, truly } from "../harness.mjs";
import { plain } from "../png.mjs";

const video = new URL("../../data/other/video.mp4", import.meta.url);

// Two pages with a word each.
function pdf(words) {
  const pages = words.map((_, i) => `${4 + 2 * i} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages}] /Count ${words.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  words.forEach((word, i) => {
    const drawn = `BT /F1 36 Tf 40 200 Td (${word}) Tj ET`;
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`);
    objects.push(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
  });
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`);
}

export const cases = {
  async "a document's pages lie in a strip, and an answer leads to one"(world) {
    const description = await world.daemon.ask("GET", "/openapi.json");
    if (!description.paths["/sessions/{sid}/files"]) throw new Skipped("this daemon takes no documents");
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [{ name: "paper.pdf", bytes: pdf(["first", "second"]), type: "application/pdf" }]);
    await page.locator(".chip").waitFor();
    await say(page, "which page?");
    await page.locator(".strip-item").nth(1).waitFor();
    equal(await page.locator(".strip-item").count(), 2, "pages");
    await page.locator(".receipt-line", { hasText: "paper.pdf: as a document, 2 pages" }).click();
    truly((await page.locator(".receipt-body").innerText()).includes("paper.pdf"), "the receipt has no row of it");
    await page.locator(".go", { hasText: "page 2" }).click();
    await page.locator(".facts .name", { hasText: "paper.pdf, page 2" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".stage .picture")?.naturalWidth > 0);
    truly(await page.locator('.strip-item[aria-pressed="true"]', { hasText: "2" }).count(), "the page is not marked");
    // Its words can be selected, and lie where they are drawn: 40 of 300 points from the left, 200 of 400 from below.
    await page.locator(".stage").hover();
    const word = page.locator(".word", { hasText: "second" });
    await word.waitFor({ state: "attached" });
    const [box, whole] = [await word.boundingBox(), await page.locator(".stage .picture").boundingBox()];
    truly(Math.abs((box.x - whole.x) / whole.width - 40 / 300) < 0.02, `the word begins at ${(box.x - whole.x) / whole.width}`);
    truly(box.y < whole.y + whole.height / 2 && box.y + box.height > whole.y + whole.height * 0.4, "the word is not where it is drawn");
    equal(page.complaints, [], "complaints");
  },

  async "a page that a document does not have is no way to go"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [{ name: "short.pdf", bytes: pdf(["only"]), type: "application/pdf" }]);
    await page.locator(".chip").waitFor();
    await say(page, "which page?");
    await page.locator(".prose", { hasText: "It is on page 2, at the top." }).waitFor();
    await page.locator(".strip-item").waitFor();
    await page.locator(".prose .go").waitFor({ state: "detached" });
    equal(page.complaints, [], "complaints");
  },

  async "from page to page on the table, and the page's thumbnail comes into sight"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    const words = Array.from({ length: 40 }, (_, i) => `page${i + 1}`);
    await attach(page, [{ name: "long.pdf", bytes: pdf(words), type: "application/pdf" }]);
    await page.locator(".chip").waitFor();
    await say(page, "look at it");
    await page.locator(".receipt-line", { hasText: "long.pdf: as a document, 40 pages" }).waitFor();
    await page.locator(".strip-item").nth(39).waitFor();
    await page.locator(".strip-item").first().click();
    await page.locator(".page-steps", { hasText: "1 of 40" }).waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.locator(".page-steps", { hasText: "2 of 40" }).waitFor();
    await page.locator(".brand").click();
    for (let i = 0; i < 30; i++) await page.keyboard.press(".");
    await page.locator(".page-steps", { hasText: "32 of 40" }).waitFor();
    await page.waitForFunction(() => {
      const item = document.querySelector('.strip-item[aria-pressed="true"]');
      const strip = item?.closest("ol");
      if (!item || item.getAttribute("aria-label") !== "Show page 32") return false;
      const [a, b] = [item.getBoundingClientRect(), strip.getBoundingClientRect()];
      return a.left >= b.left && a.right <= b.right;
    });
    equal(page.complaints, [], "complaints");
  },

  async "a recording is a strip of frames, which the receipt names"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [{ name: "clip.mp4", bytes: readFileSync(video), type: "video/mp4" }]);
    await page.locator(".chip").waitFor();
    await say(page, "what happens?");
    await page.locator(".strip-item").first().waitFor();
    const frames = await page.locator(".strip-item").count();
    truly((await page.locator(".said").innerText()) === "what happens?", "the daemon's own line is shown");
    await page.locator("h1.title", { hasText: "what happens?" }).waitFor();
    await page.locator(".receipt-line").click();
    truly((await page.locator(".receipt-line").innerText()).includes(`${frames} frame`), `the line: ${await page.locator(".receipt-line").innerText()}`);
    truly((await page.locator(".receipt-line").innerText()).includes("of clip.mp4: pixels"), "the recording is not named");
    const names = await page.locator(".receipt-body td.cut bdi").allInnerTexts();
    truly(names.length === frames && names.every((name) => /^clip\.mp4 at [\d:.]+$/.test(name)), `the names: ${names}`);
    equal(page.complaints, [], "complaints");
  },

  async "a document that was attached before a picture stands before it"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [
      { name: "paper.pdf", bytes: pdf(["first"]), type: "application/pdf" },
      { name: "field.png", bytes: plain(60, 40, [20, 90, 20]) },
    ]);
    await page.locator(".chip").nth(1).waitFor();
    await say(page, "what are these?");
    await page.locator(".receipt-line").waitFor();
    await page.locator(".message.user .strip-item").first().waitFor();
    const order = await page.locator(".message.user .strip-item, .message.user .thumb").evaluateAll((all) => all.map((each) => (each.matches(".thumb") ? "picture" : "page")));
    equal(order, ["page", "picture"], "what stands there");
    equal(page.complaints, [], "complaints");
  },
};
