// An MCP server over streamable HTTP. Prints {"url": …} when it listens, and ends with its standard
// input. Sessions are kept until DELETE; streams can be taken up again.
//
// Beside the tools of mcp_tools.mjs: `cut` closes its own stream before it answers, `forget` makes the
// server forget the session, `sessions` tells how many there are, `listening` answers once the client
// listens for what comes unasked, `headers` gives those of the request.
import { InMemoryEventStore } from "@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { makeServer } from "./mcp_tools.mjs";

const json = process.argv.includes("--json");
const text = (words) => ({ content: [{ type: "text", text: words }] });
const sessions = new Map();

async function open() {
  const server = makeServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => sessions.set(id, transport),
    onsessionclosed: (id) => sessions.delete(id),
    enableJsonResponse: json,
    eventStore: json ? undefined : new InMemoryEventStore(),
    retryInterval: 1,
  });
  server.registerTool("cut", {}, async (extra) => {
    extra.closeSSEStream();
    return text("after the cut");
  });
  server.registerTool("forget", {}, () => {
    sessions.delete(transport.sessionId);
    return text("who are you?");
  });
  server.registerTool("listening", {}, async () => text(String(await transport.listening)));
  server.registerTool("sessions", {}, () => text(String(sessions.size)));
  server.registerTool("headers", {}, (extra) => text(JSON.stringify(extra.requestInfo.headers)));
  transport.listening = new Promise((resolve) => (transport.heard = resolve));
  await server.connect(transport);
  return transport;
}

function tellWhenOpen(response, transport) {
  const writeHead = response.writeHead;
  response.writeHead = (...head) => {
    transport.heard(true);
    return writeHead.apply(response, head);
  };
}

const listener = createServer(async (request, response) => {
  const id = request.headers["mcp-session-id"];
  if (id && !sessions.has(id)) return response.writeHead(404).end();
  const transport = id ? sessions.get(id) : await open();
  if (request.method === "GET") tellWhenOpen(response, transport);
  await transport.handleRequest(request, response);
});

listener.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${listener.address().port}/mcp` })),
);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
