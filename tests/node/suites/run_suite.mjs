// node run_suite.mjs engine.io URL: runs a suite of socketio/socket.io on a server. Its files ask
// http://localhost:3000; that is the one thing that is changed, as they are loaded.
import { register } from "node:module";
import Mocha from "mocha";

const [suite, server] = process.argv.slice(2);
const hooks = `
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith("/test-suite.js")) return loaded;
  const source = Buffer.from(loaded.source).toString();
  return { ...loaded, source: source.replace("http://localhost:3000", ${JSON.stringify(server)}) };
}`;
register("data:text/javascript," + encodeURIComponent(hooks));

const mocha = new Mocha({ reporter: "spec" });
mocha.suite.emit("pre-require", globalThis, null, mocha);
await import(`./${suite}/test-suite.js`);
mocha.run((failures) => process.exit(failures > 0 ? 1 : 0));
