// node --import ./older_node.mjs …: the suite of MCP imports fs.globSync, which Node has since 22, for a part of it
// that is not used here. On an older one it gets a globSync that finds nothing.
import * as fs from "node:fs";
import { register } from "node:module";

const hooks = `
export async function resolve(name, context, next) {
  const asks = context.parentURL?.includes("/@modelcontextprotocol/conformance/");
  if (asks && (name === "fs" || name === "node:fs")) {
    return { url: "fovea:fs", format: "module", shortCircuit: true };
  }
  return next(name, context);
}
export async function load(url, context, next) {
  if (url !== "fovea:fs") return next(url, context);
  const source = 'export * from "node:fs"; export { default } from "node:fs"; export const globSync = () => [];';
  return { format: "module", shortCircuit: true, source };
}`;
if (!("globSync" in fs)) register("data:text/javascript," + encodeURIComponent(hooks));
