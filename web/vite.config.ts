import { defineConfig, type Plugin } from "vite";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sourcesDigest } from "./sources.mjs";

// What dist was made from, so that a test finds one that is stale.
const sources: Plugin = {
  name: "sources-digest",
  apply: "build",
  closeBundle() {
    writeFileSync(new URL("dist/SOURCES.sha256", import.meta.url), `${sourcesDigest()}\n`);
  },
};

// Beside dist, in packed/: its files compressed, as the daemon sends them. What gains nothing is left out.
const packed: Plugin = {
  name: "packed",
  apply: "build",
  closeBundle() {
    const from = fileURLToPath(new URL("dist", import.meta.url));
    const to = fileURLToPath(new URL("packed", import.meta.url));
    rmSync(to, { recursive: true, force: true });
    for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
      if (!/\.(html|js|css|svg)$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      const target = join(to, relative(from, file));
      mkdirSync(dirname(target), { recursive: true });
      const codings = {
        gz: gzipSync(bytes, { level: 9 }),
        br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      };
      for (const [ending, small] of Object.entries(codings)) {
        if (small.length < bytes.length) writeFileSync(`${target}.${ending}`, small);
      }
    }
  },
};

const daemon = process.env["FOVEA_URL"] ?? "http://127.0.0.1:7420";
const routes = ["/sessions", "/models", "/whoami", "/usage", "/import", "/openapi.json", "/socket.io"];

export default defineConfig({
  plugins: [sources, packed],
  resolve: { alias: { entities: fileURLToPath(new URL("src/views/entities.ts", import.meta.url)) } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 300,
  },
  server: {
    // The daemon answers to its own name and origin alone.
    proxy: Object.fromEntries(
      routes.map((path) => [path, { target: daemon, changeOrigin: true, ws: path === "/socket.io", headers: { origin: daemon } }]),
    ),
  },
});
