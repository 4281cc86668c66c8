// What dist promises, checked without any package: made from these sources, small, and without inline code.
//
//     node check.mjs
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { sourcesDigest } from "./sources.mjs";

const FIRST_LOAD = 150 * 1024; // compressed
const ALL = 700 * 1024; // as they are

const dist = fileURLToPath(new URL("dist", import.meta.url));
const failures = [];
const check = (name, isTrue, detail = "") => {
  console.log(`${isTrue ? "ok" : "not ok"} ${name}${detail ? ` (${detail})` : ""}`);
  if (!isTrue) failures.push(name);
};

if (!existsSync(join(dist, "index.html"))) {
  console.log("not ok web/dist is built");
  process.exit(1);
}
const html = readFileSync(join(dist, "index.html"), "utf8");
const stamp = join(dist, "SOURCES.sha256");
const built = existsSync(stamp) ? readFileSync(stamp, "utf8").trim() : "";
check("dist is made from these sources", built === sourcesDigest(), built === sourcesDigest() ? "" : "run: npm install && npm run build in web/");

// What the browser fetches before the page works: what the page names, and what those files import at once.
const first = new Set([...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map((match) => match[1]));
for (const name of first) {
  if (!name.endsWith(".js")) continue;
  const code = readFileSync(join(dist, name), "utf8");
  for (const match of code.matchAll(/(?:^|[;}\s])import\s*(?:[^"'()]*?from\s*)?["']\.\/([^"']+)["']/g)) first.add(`assets/${match[1]}`);
}
// Answers are rendered with it: part of the first load of anyone who has a session.
const names = readdirSync(join(dist, "assets"));
for (const name of names) if (/^rendering-.*\.js$/.test(name)) first.add(`assets/${name}`);
let gzip = 0;
let brotli = 0;
for (const name of ["index.html", ...first]) {
  const bytes = readFileSync(join(dist, name));
  gzip += gzipSync(bytes, { level: 9 }).length;
  brotli += brotliCompressSync(bytes).length;
}
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
check("the first load is small", gzip <= FIRST_LOAD && brotli <= FIRST_LOAD, `${kilobytes(gzip)} gzip, ${kilobytes(brotli)} brotli`);
const whole = names.reduce((sum, name) => sum + statSync(join(dist, "assets", name)).size, html.length);
check("all of it is small", whole <= ALL, kilobytes(whole));

check("no script is inline", ![...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].some(([, head, body]) => !/\bsrc=/.test(head) || body.trim()));
check("no style is inline", !/<style\b|\sstyle=/.test(html));
check("no handler is inline", !/\son\w+=/.test(html));
check("nothing comes from elsewhere", !/(?:src|href)="(?:https?:)?\/\//.test(html));
check("names change with their contents", names.every((name) => /-[\w-]{8}\.\w+$/.test(name)));
const script = names.filter((name) => name.endsWith(".js")).map((name) => readFileSync(join(dist, "assets", name), "utf8"));
check("no code is made from text", !script.some((code) => /\beval\(|new Function\(/.test(code)));
process.exit(failures.length > 0 ? 1 : 0);
