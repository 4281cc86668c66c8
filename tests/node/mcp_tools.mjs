// The tools of the MCP servers that tests call, made with the official SDK: mcp_stdio.mjs and
// mcp_http.mjs serve them.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readFileSync } from "node:fs";
import { z } from "zod";

const picture = readFileSync(new URL("../data/png/rgb-8.png", import.meta.url)).toString("base64");
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");

const text = (words) => ({ content: [{ type: "text", text: words }] });

let cancelled = 0;

function addWords(server) {
  server.registerTool("say", { description: "Says it again", inputSchema: { words: z.string() } }, ({ words }) =>
    text(words),
  );
  server.registerTool("read.file", {}, () => text("a name with a dot"));
  // Half an emoji, as whoever cuts a text leaves it, and a zero byte.
  server.registerTool("halves", {}, () => text("half \ud83d, nul \u0000."));
  // Not JSON: written past the SDK, as a server in another language does with a number that is none.
  server.registerTool("nan", {}, (extra) => {
    process.stdout.write(`{"jsonrpc":"2.0","id":${extra.requestId},"result":{"content":[],"n":NaN}}\n`);
    return new Promise(() => {});
  });
  server.registerTool("flood", {}, () => text("x".repeat(50 << 20)));
  server.registerTool("fail", {}, () => ({ ...text("there is no such row"), isError: true }));
  server.registerTool("numbers", {}, () => ({ content: [], structuredContent: { sum: 3 } }));
  server.registerTool("process", {}, () => text(String(process.pid)));
  server.registerTool("environment", {}, () => text(JSON.stringify(process.env)));
  server.registerTool("roots", {}, async () => text(JSON.stringify(await server.server.listRoots())));
  server.registerTool("ask", {}, async () => {
    const asked = await server.server
      .request({ method: "sampling/createMessage", params: {} }, z.any())
      .catch((error) => error);
    return text(String(asked.code));
  });
}

function addPictures(server) {
  const image = (data) => ({ type: "image", data, mimeType: "image/png" });
  const resource = (fields) => ({ type: "resource", resource: fields });
  server.registerTool("picture", {}, () => ({
    content: [{ type: "text", text: "33 by 21" }, image(picture)],
  }));
  server.registerTool("broken_picture", {}, () => ({ content: [image(picture.slice(0, 80))] }));
  server.registerTool("report", {}, () => ({
    content: [
      { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      resource({ uri: "file:///notes.txt", mimeType: "text/plain", text: "three lines" }),
      resource({ uri: "file:///shots/a%20b.png", mimeType: "image/png", blob: picture }),
      resource({ uri: "file:///paper.pdf", mimeType: "application/pdf", blob: pdf }),
      resource({ uri: "file:///data.bin", mimeType: "application/x-thing", blob: "AAECAw==" }),
      { type: "resource_link", uri: "https://example.org/x", name: "x", mimeType: "text/html" },
    ],
  }));
}

function addLongOnes(server) {
  const progress = (extra, done, total, message) =>
    extra.sendNotification({
      method: "notifications/progress",
      params: { progressToken: extra._meta.progressToken, progress: done, total, message },
    });
  server.registerTool("count", { inputSchema: { to: z.number() } }, async ({ to }, extra) => {
    for (let step = 1; step <= to; ++step) await progress(extra, step, to, `step ${step}`);
    return text(`counted to ${to}`);
  });
  // Tells that it runs, and then ends only when it is cancelled.
  server.registerTool("wait", {}, async (extra) => {
    const end = new Promise((resolve) => extra.signal.addEventListener("abort", resolve));
    await progress(extra, 1, undefined, "waiting");
    await end;
    ++cancelled;
    return text("never seen");
  });
  server.registerTool("cancelled", {}, () => text(String(cancelled)));
  server.registerTool("crash", {}, () => {
    console.error("about to crash with the key " + process.env.SERVER_TOKEN);
    process.exit(3);
  });
  server.registerTool("grow", {}, () => {
    server.registerTool("grown", {}, () => text("new"));
    return text("one more");
  });
}

export function makeServer() {
  const server = new McpServer({ name: "tests", version: "1.0.0" });
  addWords(server);
  addPictures(server);
  addLongOnes(server);
  return server;
}
