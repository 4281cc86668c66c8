// Checks bodies of requests against the types of the official SDKs, with the TypeScript compiler.
//
//     node typecheck.mjs anthropic=body1.json gemini=body2.json …
//
// prints one JSON array, an object a body in the order given: {"file", "kind", "ok", "problems": […]}.
// Exit 0 when all are good, 1 when one is not. All bodies are compiled in one run: reading the SDKs'
// types takes seconds, a body nothing. Each body is a literal in a file of its own, so that a key that
// its type does not have is an error; files in it are shortened first.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const folder = dirname(fileURLToPath(import.meta.url));

const chat = {
  imports: `import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";`,
  type: "ChatCompletionCreateParams",
};

// What the SDK's own method takes is the body, except for Gemini, whose SDK takes its parts apart. Its
// enums are words in a body.
const TYPES = {
  anthropic: {
    imports: `import type { MessageCreateParams } from "@anthropic-ai/sdk/resources/messages";`,
    type: "MessageCreateParams",
  },
  openai_chat: chat,
  openai_compatible: chat,
  openai_responses: {
    imports: `import type { ResponseCreateParams } from "openai/resources/responses/responses";`,
    type: "ResponseCreateParams",
  },
  gemini: {
    imports: `import type { Content, GenerationConfig, Tool, ToolConfig } from "@google/genai";
      type Words<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Words<T[K]> } : T;`,
    type: `Words<{
      contents: Content[];
      systemInstruction?: Content;
      tools?: Tool[];
      toolConfig?: ToolConfig;
      generationConfig?: GenerationConfig;
      cachedContent?: string;
    }>`,
  },
  ollama: {
    imports: `import type { ChatRequest } from "ollama";`,
    type: "ChatRequest & { truncate?: boolean }", // the server's, which its SDK does not have yet
  },
};

function shortened(key, value) {
  if (typeof value !== "string" || value.length < 256) return value;
  return value.replace(/^(data:[^,]*,)?[A-Za-z0-9+/=]{256,}$/, "$1AAAA");
}

function sourceOf({ kind, file }) {
  const { imports, type } = TYPES[kind];
  const body = JSON.stringify(JSON.parse(readFileSync(file, "utf8")), shortened, 1);
  return `${imports}\nexport const body: ${type} =\n${body};\n`;
}

function compile(sources) {
  const options = {
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.readFile;
  const exists = host.fileExists;
  const open = host.getSourceFile;
  host.readFile = (name) => sources.get(name) ?? read(name);
  host.fileExists = (name) => sources.has(name) || exists(name);
  host.getSourceFile = (name, version) =>
    sources.has(name) ? ts.createSourceFile(name, sources.get(name), version) : open(name, version);
  return ts.createProgram([...sources.keys()], options, host);
}

function problemsOf(program, name) {
  const source = program.getSourceFile(name);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((found) => {
    const { line } = source.getLineAndCharacterOfPosition(found.start ?? 0);
    const text = source.text.split("\n")[line].trim();
    return `${ts.flattenDiagnosticMessageText(found.messageText, " ")} at ${text}`;
  });
}

function main(words) {
  const bodies = words.map((word) => {
    const at = word.indexOf("=");
    return { kind: word.slice(0, at), file: resolve(word.slice(at + 1)) };
  });
  const wrong = bodies.find(({ kind }) => !(kind in TYPES));
  if (bodies.length === 0 || wrong) {
    console.error(`typecheck.mjs KIND=FILE…, where KIND is one of ${Object.keys(TYPES).join(", ")}`);
    return 2;
  }
  const names = bodies.map((_, i) => join(folder, `body-${i}.ts`));
  const program = compile(new Map(bodies.map((body, i) => [names[i], sourceOf(body)])));
  const results = bodies.map((body, i) => {
    const problems = problemsOf(program, names[i]);
    return { ...body, ok: problems.length === 0, problems };
  });
  console.log(JSON.stringify(results));
  return results.every(({ ok }) => ok) ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
