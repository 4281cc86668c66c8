// One hash over everything that dist is made of.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join, relative } from "node:path";

const root = fileURLToPath(new URL(".", import.meta.url));
const FILES = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "sources.mjs"];

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

export function sourcesDigest() {
  const paths = [...FILES.map((name) => join(root, name)), ...filesBelow(join(root, "src"))];
  const hash = createHash("sha256");
  for (const path of paths.map((each) => relative(root, each)).sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}
