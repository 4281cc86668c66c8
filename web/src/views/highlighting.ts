// Colours for code, one language at a time, when code of that language is seen.
import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";

type Load = () => Promise<{ default: LanguageFn }>;
const LANGUAGES: Record<string, Load> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  python: () => import("highlight.js/lib/languages/python"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};
const OTHER_NAMES: Record<string, string> = {
  sh: "bash", shell: "bash", zsh: "bash", console: "bash", "c++": "cpp", cc: "cpp", h: "cpp", hpp: "cpp", js: "javascript",
  jsx: "javascript", mjs: "javascript", ts: "typescript", tsx: "typescript", py: "python", rs: "rust", html: "xml", svg: "xml",
  yml: "yaml", toml: "ini", patch: "diff",
};

export async function highlight(block: HTMLElement, named: string): Promise<void> {
  const name = OTHER_NAMES[named] ?? named;
  const load = LANGUAGES[name];
  if (!load || block.dataset["highlighted"] || block.firstElementChild) return; // places in it stay
  if (!hljs.getLanguage(name)) hljs.registerLanguage(name, (await load()).default);
  hljs.highlightElement(block);
}
