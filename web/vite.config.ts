import { defineConfig, type Plugin } from "vite";
import { writeFileSync } from "node:fs";
import { sourcesDigest } from "./sources.mjs";

// What dist was made from, so that a test finds one that is stale.
const sources: Plugin = {
  name: "sources-digest",
  apply: "build",
  closeBundle() {
    writeFileSync(new URL("dist/SOURCES.sha256", import.meta.url), `${sourcesDigest()}\n`);
  },
};

const daemon = process.env["FOVEA_URL"] ?? "http://127.0.0.1:7420";
const routes = ["/sessions", "/models", "/whoami", "/usage", "/import", "/openapi.json", "/socket.io"];

export default defineConfig({
  plugins: [sources],
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
