// Starts aimock, somebody else's model server, for the tests of what is sent to providers.
//
//     node aimock.mjs --fixtures fixtures.json --record FOLDER
//
// prints {"url": "http://127.0.0.1:PORT"} when it listens, and ends when its standard input does, so
// that it never outlives the test that started it.
//
// aimock's own journal tells what it understood, cut at 64 KB a body. What came byte for byte goes to
// FOLDER: NNNN.body, and NNNN.json with method, path and headers, both whole before aimock answers.
// aimock itself drops the connection of a body above 10 MiB.
import { createServer, loadFixtureFile } from "@copilotkit/aimock";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { fixtures: { type: "string" }, record: { type: "string" } } });

let count = 0;

function record(request) {
  if (request.url.startsWith("/__aimock")) return;
  const name = join(values.record, String(count++).padStart(4, "0"));
  const pieces = [];
  request.on("data", (piece) => pieces.push(piece));
  request.on("end", () => {
    writeFileSync(`${name}.body`, Buffer.concat(pieces));
    writeFileSync(
      `${name}.json`,
      JSON.stringify({ method: request.method, path: request.url, headers: request.headers }),
    );
  });
}

const mock = await createServer(loadFixtureFile(values.fixtures), {
  host: "127.0.0.1",
  port: 0,
  logLevel: "warn",
});
mock.server.prependListener("request", record);
console.log(JSON.stringify({ url: mock.url }));

process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
