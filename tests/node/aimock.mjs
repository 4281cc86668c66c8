// Starts aimock, somebody else's model server, for the tests of what is sent to providers.
//
//     node aimock.mjs --fixtures FILE --record FOLDER
//
// prints {"url": "http://127.0.0.1:PORT"} when it listens, and ends when its standard input does, so
// that it never outlives the test that started it. Loading it takes longer than most tests, so that one process can have
// many servers: without options it prints {}, and it answers each line of standard input with one:
//
//     {"fixtures": FILE, "record": FOLDER}    another server: {"url"}
//     {"close": URL}                          it ends: {}
//
// aimock's own journal tells what it understood, cut at 64 KB a body. What came byte for byte goes to
// FOLDER: NNNN.body, and NNNN.json with method, path and headers, both whole before aimock answers.
// aimock itself drops the connection of a body above 10 MiB.
import { createServer, loadFixtureFile } from "@copilotkit/aimock";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { fixtures: { type: "string" }, record: { type: "string" } } });
const servers = new Map();

function recorder(folder) {
  let count = 0;
  return (request) => {
    if (request.url.startsWith("/__aimock")) return;
    const name = join(folder, String(count++).padStart(4, "0"));
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      writeFileSync(`${name}.body`, Buffer.concat(pieces));
      // Whole once it is there: a test may be looking.
      writeFileSync(
        `${name}.part`,
        JSON.stringify({ method: request.method, path: request.url, headers: request.headers }),
      );
      renameSync(`${name}.part`, `${name}.json`);
    });
  };
}

async function answer({ fixtures, record, close }) {
  if (close) {
    const { server } = servers.get(close);
    servers.delete(close);
    server.close();
    server.closeAllConnections();
    return {};
  }
  const mock = await createServer(loadFixtureFile(fixtures), { host: "127.0.0.1", port: 0, logLevel: "warn" });
  mock.server.prependListener("request", recorder(record));
  servers.set(mock.url, mock);
  return { url: mock.url };
}

console.log(values.fixtures ? JSON.stringify(await answer(values)) : "{}");
for await (const line of createInterface({ input: process.stdin })) {
  let told;
  try {
    told = await answer(JSON.parse(line));
  } catch (error) {
    told = { failed: String(error) };
  }
  console.log(JSON.stringify(told));
}
process.exit(0);
