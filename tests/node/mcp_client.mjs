// The official client of the Model Context Protocol against `fovea mcp`: does what standard input says
// and prints what came of it.
//
//     {"command": "/…/fovea", "args": ["mcp"], "cwd": "/…", "env": {…}, "roots": ["file:///…"],
//      "steps": [{"do": "list"},
//                {"do": "call", "name": "describe_image", "arguments": {…}},
//                {"do": "together", "calls": [{"name": …, "arguments": {…}}, …]},
//                {"do": "cancel", "calls": […], "then": {"name": …, "arguments": {…}}},
//                {"do": "read", "uri": "fovea://image/…"}, {"do": "templates"}]}
//
// One JSON object with `results`, one entry a step, `errors` of the transport and `server`. "cancel"
// starts all calls, waits until each told progress or ended, cancels them, and tells how many milliseconds
// later another call was answered.
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const plan = JSON.parse(readFileSync(0, "utf8"));
const transport = new StdioClientTransport({
  command: plan.command, args: plan.args, cwd: plan.cwd, env: { ...process.env, ...plan.env },
});
const client = new Client(
  { name: "tests", version: "1" }, { capabilities: plan.roots ? { roots: {} } : {} });
if (plan.roots) {
  client.setRequestHandler(
    ListRootsRequestSchema, async () => ({ roots: plan.roots.map((uri) => ({ uri })) }));
}
const errors = [];
client.onerror = (error) => errors.push(String(error));

async function call(step, options = {}) {
  const progress = [];
  const onprogress = (each) => { progress.push(each); options.began?.(); };
  try {
    const result = await client.callTool(
      { name: step.name, arguments: step.arguments }, undefined, { ...options, onprogress });
    return { ...result, progress };
  } catch (error) {
    return { failed: String(error), progress };
  } finally {
    options.began?.();
  }
}

const steps = {
  list: () => client.listTools(),
  templates: () => client.listResourceTemplates(),
  read: (step) => client.readResource({ uri: step.uri }),
  call,
  together: (step) => Promise.all(step.calls.map((each) => call(each))),
  async cancel(step) {
    const stop = new AbortController();
    const running = step.calls.map((each) => {
      let began;
      const under_way = new Promise((resolve) => { began = resolve; });
      return { under_way, outcome: call(each, { signal: stop.signal, began }) };
    });
    await Promise.all(running.map((each) => each.under_way));
    const begin = performance.now();
    stop.abort("enough");
    const then = await call(step.then);
    const ms = performance.now() - begin;
    return { ms, then, outcomes: await Promise.all(running.map((each) => each.outcome)) };
  },
};

await client.connect(transport);
const results = [];
for (const step of plan.steps) results.push(await steps[step.do](step));
const server = {
  version: client.getServerVersion(), capabilities: client.getServerCapabilities(),
  instructions: client.getInstructions(),
};
await client.close();
console.log(JSON.stringify({ server, results, errors }));
