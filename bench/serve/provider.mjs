// A model server for `fovea serve`: answers with as many pieces as the last message asks for, {rounds, burst, every},
// each with the time at which it was sent. `node provider.mjs` prints its port.
import { createServer } from "node:http";
import { now } from "./clock.mjs";

const chunk = (delta, finish = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const wanted = (body) => {
  const found = /\{rounds=(\d+) burst=(\d+) every=(\d+)\}(?![\s\S]*\{rounds=)/.exec(body);
  return found ? found.slice(1).map(Number) : [1, 1, 0];
};

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", async () => {
    const [rounds, burst, every] = wanted(Buffer.concat(parts).toString());
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let round = 0; round < rounds; ++round) {
      let text = "";
      for (let i = 0; i < burst; ++i) text += chunk({ role: "assistant", content: `@${now()}@ word ` });
      response.write(text);
      await new Promise((done) => setTimeout(done, every));
    }
    response.end(chunk({}, "stop") + "data: [DONE]\n\n");
  });
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
