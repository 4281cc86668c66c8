// What xterm.js with its image addon makes of bytes, in Chromium: node xterm_screen.mjs COLUMNS ROWS [SHOT.png] < bytes
// Prints one JSON object: the rows of text, and for each cell the mean colour of the picture on it ("" where none is).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(fileURLToPath(new URL("../web/package.json", import.meta.url)));
const { chromium } = require("playwright-core");
const file = (name) => require.resolve(name);

const [columns, rows, shot] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const bytes = readFileSync(0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 20 + columns * 10, height: 20 + rows * 22 } });
  await page.setContent('<body style="margin:0;background:#111"><div id="terminal"></div></body>');
  await page.addStyleTag({ path: file("@xterm/xterm/css/xterm.css") });
  await page.addScriptTag({ path: file("@xterm/xterm/lib/xterm.js") });
  await page.addScriptTag({ path: file("@xterm/addon-image/lib/addon-image.js") });
  const seen = await page.evaluate(
    async ({ columns, rows, text }) => {
      const terminal = new window.Terminal({ cols: columns, rows, allowProposedApi: true, fontSize: 15, fontFamily: "DejaVu Sans Mono, monospace", theme: { background: "#111111" } });
      const addon = new window.ImageAddon.ImageAddon();
      terminal.loadAddon(addon);
      terminal.open(document.getElementById("terminal"));
      const answers = [];
      terminal.onData((data) => answers.push(data));
      const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      await new Promise((done) => terminal.write(data, done));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const buffer = terminal.buffer.active;
      const text_rows = [];
      const cells = [];
      for (let y = 0; y < rows; ++y) {
        text_rows.push(buffer.getLine(buffer.baseY + y)?.translateToString(true) ?? "");
        const row = [];
        for (let x = 0; x < columns; ++x) {
          const tile = addon.extractTileAtBufferCell(x, buffer.baseY + y);
          if (!tile) {
            row.push("");
            continue;
          }
          const { data: pixels } = tile.getContext("2d").getImageData(0, 0, tile.width, tile.height);
          const sums = [0, 0, 0];
          let count = 0;
          for (let i = 0; i < pixels.length; i += 4) {
            if (pixels[i + 3] === 0) continue;
            for (let c = 0; c < 3; ++c) sums[c] += pixels[i + c];
            ++count;
          }
          row.push(count === 0 ? "" : sums.map((sum) => Math.round(sum / count)).join(","));
        }
        cells.push(row);
      }
      return { text: text_rows, cells, cursor: [buffer.cursorY, buffer.cursorX], answers: answers.join("") };
    },
    { columns, rows, text: bytes.toString("base64") },
  );
  if (shot) await page.screenshot({ path: shot });
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
