// Lighthouse on a session with 50 pictures, with a real daemon behind:
//
//     node lighthouse.mjs FOVEA_BINARY [--json FILE] [desktop] [mobile]
//
// Ends with 1 where one of the marks is under the bar.
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { fixtures } from "../../tests/web/fixtures.mjs";
import { World } from "../../tests/web/harness.mjs";
import { letters, quarters } from "../../tests/web/png.mjs";
import { StoredSession } from "../../tests/web/stored_session.mjs";

const BAR = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const PICTURES = 50;
const MODEL = "anthropic/claude-opus-4-7";

// Ten messages with five pictures each, screens and drawings of usual sizes, and an answer to each.
function session() {
  const stored = new StoredSession("fifty-pictures").title("Fifty pictures");
  for (let turn = 0; turn < PICTURES / 5; turn++) {
    const images = [0, 1, 2, 3, 4].map((i) => {
      const number = turn * 5 + i;
      const [width, height] = [1280 + number, 800];
      return stored.image(i % 2 ? letters(width, height) : quarters(width, height), { filename: `screen-${number}.png`, width, height });
    });
    stored.user(`What do these five show? This is question ${turn}.`, images);
    stored.assistant(`Screens ${turn * 5} to ${turn * 5 + 4}.\n\n- one\n- two\n\n\`\`\`cpp\nint main() { return ${turn}; }\n\`\`\``);
    const receipt = images.map((image) => ({
      image_id: image.sha256, filename: image.filename, state: "pixels", width: 1280, height: 800, bytes: 30000,
      estimated_tokens: 1366, tiles: 0, downscaled: false, actions: [],
    }));
    stored.end(MODEL, { receipt, input: 7000, output: 120, cost: 0.04 });
  }
  return stored;
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

const [program, ...rest] = process.argv.slice(2);
const at = rest.indexOf("--json");
const file = at >= 0 ? rest.splice(at, 2)[1] : null;
const forms = rest.length > 0 ? rest : ["desktop", "mobile"];
const port = await freePort();
const world = await World.start(resolve(program), fixtures, { port });
const figures = {};
let isUnder = false;
try {
  const sid = await world.daemon.store(session());
  // The cookie of the printed address belongs to the browser.
  const page = await world.context.newPage();
  await page.goto(`${world.base}/?token=${world.daemon.token}`);
  await page.locator("#words").waitFor();
  await page.goto(`${world.base}/#/s/${sid}`);
  await page.locator(".prose").last().waitFor();
  await page.locator(".thumb img").last().waitFor();
  await page.goto("about:blank");
  for (const form of forms) {
    // Without its cache, and with the cookie.
    const clearStorageTypes = ["file_systems", "shader_cache", "service_workers", "cache_storage"];
    const options = { port, clearStorageTypes, onlyCategories: CATEGORIES, logLevel: "error" };
    const { lhr } = await lighthouse(`${world.base}/#/s/${sid}`, options, form === "desktop" ? desktopConfig : undefined);
    const marks = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(100 * lhr.categories[name].score)]));
    const times = Object.fromEntries(
      ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index"].map((name) => [name, lhr.audits[name].displayValue]),
    );
    figures[form] = { marks, times };
    console.log(`${form}: ${CATEGORIES.map((name) => `${name} ${marks[name]}`).join(", ")}`);
    console.log(`    ${Object.entries(times).map(([name, value]) => `${name} ${value}`).join(", ")}`);
    for (const name of CATEGORIES) {
      for (const { id, weight } of lhr.categories[name].auditRefs) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit.score !== null && audit.score < 0.9) console.log(`    ${name}: ${audit.title} (${audit.displayValue ?? audit.score})`);
      }
      isUnder ||= marks[name] < BAR;
    }
    if (process.env.LIGHTHOUSE_REPORT) writeFileSync(join(process.env.LIGHTHOUSE_REPORT, `${form}.json`), JSON.stringify(lhr));
  }
} finally {
  await world.end();
}
if (file) writeFileSync(file, JSON.stringify(figures, null, 2));
process.exit(isUnder ? 1 : 0);
