// Lets the official Claude Agent SDK drive Fovea as its executable, and prints what it hears.
//
//     node agent_sdk.mjs < scenario.json
//
// A scenario is {"executable", "cwd", "options", "messages", "interruptOn", "permission", "model"}:
// options are the SDK's own; each message is sent when the one before has its result; interruptOn is
// the type of the first frame at which interrupt() is called; permission is what canUseTool answers;
// model is what setModel() gets before the second message. One JSON object a line comes out: the
// SDK's messages as they are, {"type": "asked"} for each call of canUseTool, {"type": "controlled"}
// for each answer to a control request, and {"type": "end"} with the error where the SDK threw one.
import { query } from "@anthropic-ai/claude-agent-sdk";
import { readFileSync } from "node:fs";

const scenario = JSON.parse(readFileSync(0, "utf8"));
const print = (object) => process.stdout.write(JSON.stringify(object) + "\n");

let resultCame;
let result = new Promise((resolve) => (resultCame = resolve));

async function* messages() {
  let first = true;
  for (const content of scenario.messages) {
    if (!first) {
      await result;
      result = new Promise((resolve) => (resultCame = resolve));
      if (scenario.model) await control("setModel", session.setModel(scenario.model));
    }
    first = false;
    yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
  }
  await result;
}

async function control(name, answer) {
  try {
    print({ type: "controlled", name, answer: (await answer) ?? null });
  } catch (error) {
    print({ type: "controlled", name, error: error.message });
  }
}

const options = {
  pathToClaudeCodeExecutable: scenario.executable,
  cwd: scenario.cwd,
  stderr: (words) => process.stderr.write(words),
  ...scenario.options,
};
if (scenario.permission) {
  options.canUseTool = async (tool, input) => {
    print({ type: "asked", tool, input });
    return { updatedInput: input, ...scenario.permission };
  };
}

const session = query({ prompt: messages(), options });
let interrupted = false;
try {
  for await (const message of session) {
    print(message);
    if (message.type === "result") resultCame();
    if (message.type === scenario.interruptOn && !interrupted) {
      interrupted = true;
      await control("interrupt", session.interrupt());
    }
  }
  print({ type: "end" });
} catch (error) {
  print({ type: "end", error: error.message });
}
