// What stands before a daemon that does not serve the client itself: dist at / and /assets, with the policy that the
// daemon will send, and everything else passed on. `baseFor` asks the daemon first.
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { Transform } from "node:stream";
import { readFileSync, existsSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const dist = fileURLToPath(new URL("../../web/dist", import.meta.url));
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };

// A line on which everything takes its time, each thing another one: what may overtake what, does (WEB_TEST_JITTER_MS).
const JITTER_MS = Number(process.env.WEB_TEST_JITTER_MS ?? 0);
const aWhile = () => (JITTER_MS > 0 ? new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS)) : undefined);
// What goes one way on one connection stays in its order.
const slowed = () =>
  new Transform({
    transform(bytes, _, done) {
      Promise.resolve(aWhile()).then(() => done(null, bytes));
    },
  });

function serveFile(path, response, accepted = "") {
  const file = join(dist, path);
  if (path.includes("..") || !existsSync(file)) return response.writeHead(404).end();
  const isText = !file.endsWith(".png") && accepted.includes("br");
  response.writeHead(200, {
    ...(isText ? { "content-encoding": "br" } : {}),
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  response.end(isText ? brotliCompressSync(readFileSync(file)) : readFileSync(file));
}

// The daemon knows its own name and origin alone.
function headersFor(headers, daemon) {
  const passed = { ...headers, host: daemon.host };
  if (passed.origin) passed.origin = daemon.origin;
  return passed;
}

export async function startFront(target, port = 0) {
  let daemon = new URL(target);
  const server = createServer(async (incoming, response) => {
    await aWhile();
    const path = incoming.url.split("?")[0];
    if (path === "/" && !incoming.url.includes("token=")) return serveFile("index.html", response, incoming.headers["accept-encoding"]);
    if (path.startsWith("/assets/")) return serveFile(path, response, incoming.headers["accept-encoding"]);
    const onward = request(
      { host: daemon.hostname, port: daemon.port, method: incoming.method, path: incoming.url, headers: headersFor(incoming.headers, daemon) },
      async (answer) => {
        await aWhile();
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      },
    );
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  server.on("upgrade", (incoming, socket, head) => {
    const onward = connect(Number(daemon.port), daemon.hostname, () => {
      const headers = Object.entries(headersFor(incoming.headers, daemon)).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      socket.pipe(slowed()).pipe(onward).pipe(slowed()).pipe(socket);
    });
    const end = () => {
      socket.destroy();
      onward.destroy();
    };
    onward.on("error", end).on("close", end);
    socket.on("error", end).on("close", end);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    retarget: (url) => (daemon = new URL(url)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

// The daemon itself where it serves the client; a front otherwise, or where dist is newer than what is in the daemon
// (WEB_TEST_FRONT=1).
export async function baseFor(daemon) {
  const page = await (await fetch(`${daemon}/`)).text();
  if (page.includes('id="app"') && !process.env.WEB_TEST_FRONT && !JITTER_MS) return { url: daemon, retarget: () => {}, close: () => {} };
  return startFront(daemon);
}
