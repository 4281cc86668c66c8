// The web client in a real browser, against a real daemon with aimock behind:
//
//     node run.mjs FOVEA_BINARY                 all
//     node run.mjs FOVEA_BINARY looking         the cases of cases/looking.mjs; "files": what web/check.mjs says of dist
//     node run.mjs FOVEA_BINARY "paste"         only those with these words in their names
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fixtures } from "./fixtures.mjs";
import { Skipped, World } from "./harness.mjs";
import { plain } from "./png.mjs";
import { cases as attacks } from "./cases/attacks.mjs";
import { cases as documents } from "./cases/documents.mjs";
import { cases as looking } from "./cases/looking.mjs";
import { cases as permissions } from "./cases/permissions.mjs";
import { cases as pictures } from "./cases/pictures.mjs";
import { cases as receipts } from "./cases/receipts.mjs";
import { cases as states } from "./cases/states.mjs";
import { cases as talking } from "./cases/talking.mjs";
import { cases as thePage } from "./cases/the_page.mjs";
import { cases as waiting } from "./cases/waiting.mjs";

const [program, ...words] = process.argv.slice(2);
if (!program) {
  console.error("usage: node run.mjs FOVEA_BINARY [WORDS…]");
  process.exit(64);
}
let failed = 0;
const tell = (isOk, name, why = "") => {
  console.log(`${isOk ? "ok" : "not ok"} ${name}`);
  if (!isOk) {
    failed++;
    console.log(why.replace(/^/gm, "    "));
  }
};

const isWanted = (group, name) => words.length === 0 || words.includes(group) || words.some((word) => name.includes(word));

if (isWanted("files", "")) {
  const check = fileURLToPath(new URL("../../web/check.mjs", import.meta.url));
  try {
    process.stdout.write(execFileSync(process.execPath, [check], { encoding: "utf8" }));
  } catch (error) {
    process.stdout.write(error.stdout ?? "");
    failed++;
  }
}

// What was to be seen when it failed, where somebody wants to look.
async function keepShots(name) {
  const folder = process.env.WEB_TEST_SHOTS;
  if (!folder) return;
  const pages = world.browser.contexts().flatMap((context) => context.pages());
  for (const [i, page] of pages.entries()) {
    await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, "-")}-${i}.png`) }).catch(() => {});
  }
}

async function pagesInWords() {
  const pages = world.browser.contexts().flatMap((context) => context.pages());
  const texts = pages.map((page) => page.locator("body").innerText({ timeout: 5000 }).catch((error) => `no text: ${error.message}`));
  return (await Promise.all(texts)).map((text, i) => `page ${i} at the end:\n${text.replace(/\n+/g, "\n")}`).join("\n");
}

const world = await World.start(resolve(program), fixtures);
writeFileSync(join(world.folder, "red.png"), plain(300, 200, [200, 30, 30]));
writeFileSync(join(world.folder, "notes.txt"), "the secret-word is here\n");
try {
  const groups = { pictures, documents, talking, permissions, receipts, waiting, states, looking, the_page: thePage, attacks };
  const all = Object.entries(groups).flatMap(([group, cases]) => Object.entries(cases).map(([name, run]) => ({ group, name, run })));
  for (const { group, name, run } of all) {
    if (!isWanted(group, name)) continue;
    try {
      await run(world);
      tell(true, name);
    } catch (error) {
      if (error instanceof Skipped) {
        console.log(`ok ${name} # skipped: ${error.message}`);
        continue;
      }
      tell(false, name, `${error?.stack ?? error}\n${await pagesInWords()}`);
      await keepShots(name);
    }
    for (const context of world.browser.contexts()) await context.close();
  }
} finally {
  await world.end();
}
process.exit(failed > 0 ? 1 : 0);
