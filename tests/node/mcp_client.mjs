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
// One JSON object with `results`, one entry a step, `errors` of the transport, `server`, and the questions
// that a person was `asked`; their answer is `elicitation`, {"action": "accept", "content": {…}}. "cancel"
// starts all calls, waits until each told progress or ended, cancels them (or only those that `which` numbers),
// and tells how many milliseconds later another call was answered. "roots" changes the roots. After "list"
// each structured content is checked against its tool's schema, by a validator of our own choice beside the
// client's: `schema` of a result is then "fits", what is wrong, or "none" where the tool has none.
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import Ajv from "ajv/dist/2020.js";

const plan = JSON.parse(readFileSync(0, "utf8"));
const transport = new StdioClientTransport({
  command: plan.command, args: plan.args, cwd: plan.cwd, env: { ...process.env, ...plan.env },
});
const capabilities = {};
if (plan.roots) capabilities.roots = { listChanged: true };
if (plan.elicitation) capabilities.elicitation = { form: {} };
const client = new Client({ name: "tests", version: "1" }, { capabilities });
const asked = [];
if (plan.elicitation) {
  client.setRequestHandler(ElicitRequestSchema, async (request) => {
    asked.push(request.params);
    return plan.elicitation;
  });
}
if (plan.roots) {
  client.setRequestHandler(
    ListRootsRequestSchema, async () => ({ roots: plan.roots.map((uri) => ({ uri })) }));
}
const errors = [];
client.onerror = (error) => errors.push(String(error));

const schemas = new Map();

function fits(name, structured) {
  if (!schemas.has(name)) return "none";
  const check = schemas.get(name);
  return structured !== undefined && check(structured) ? "fits" : JSON.stringify(check.errors);
}

async function list() {
  const listed = await client.listTools();
  for (const tool of listed.tools) {
    new Ajv({ strict: false }).compile(tool.inputSchema);
    if (tool.outputSchema) schemas.set(tool.name, new Ajv().compile(tool.outputSchema));
  }
  return listed;
}

async function call(step, options = {}) {
  const progress = [];
  const onprogress = (each) => { progress.push(each); options.began?.(); };
  try {
    const result = await client.callTool(
      { name: step.name, arguments: step.arguments }, undefined, { ...options, onprogress });
    return { ...result, progress, schema: fits(step.name, result.structuredContent) };
  } catch (error) {
    return { failed: String(error), progress };
  } finally {
    options.began?.();
  }
}

const steps = {
  list,
  async roots(step) {
    plan.roots = step.roots;
    await client.sendRootsListChanged();
  },
  templates: () => client.listResourceTemplates(),
  read: (step) => client.readResource({ uri: step.uri }),
  call,
  together: (step) => Promise.all(step.calls.map((each) => call(each))),
  async cancel(step) {
    const running = step.calls.map((each) => {
      const stop = new AbortController();
      let began;
      const under_way = new Promise((resolve) => { began = resolve; });
      return { stop, under_way, outcome: call(each, { signal: stop.signal, began }) };
    });
    await Promise.all(running.map((each) => each.under_way));
    const begin = performance.now();
    for (const which of step.which ?? running.keys()) running[which].stop.abort("enough");
    const then = step.then && await call(step.then);
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
console.log(JSON.stringify({ server, results, errors, asked }));
