// socket.io on Node, with the events of `fovea serve`: `node peer.mjs` prints its port; a line of JSON on stdin
// {rounds, burst, every, bytes} makes it emit to its one room, and {"done": true} comes back.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { Server } from "socket.io";
import { now } from "./clock.mjs";

const http = createServer();
const io = new Server(http, { transports: ["websocket"], perMessageDeflate: false });
const events = io.of("/events");
events.use((socket, next) => (socket.handshake.auth.token ? next() : next(new Error("no token"))));
events.on("connection", (socket) => {
  socket.on("join", ({ session_id }, acknowledge) => {
    socket.join(session_id);
    acknowledge({ ok: true, session_id, seq: 0 });
  });
});

const say = (type, data) => events.to("bench").emit(type, { type, session_id: "b".repeat(20), ts: new Date().toISOString(), data });

// As the daemon tells them: who said something with a picture, and the picture.
function show(bytes) {
  const image = { image_id: "0".repeat(64), mime: "image/jpeg", width: 200, height: 200 };
  say("message", { role: "user", content: [{ type: "image_ref", sha256: image.image_id, filename: "", alt_text: "", ...image }] });
  say("image", { ...image, alt: `@${now()}@`, source: "user", url: "u".repeat(101), data: "A".repeat(bytes) });
}

async function emit({ rounds, burst, every, bytes }) {
  for (let round = 0; round < rounds; ++round) {
    for (let i = 0; i < burst; ++i) {
      if (bytes) show(bytes);
      else say("text_delta", { text: `@${now()}@ word ` });
    }
    await new Promise((done) => setTimeout(done, every));
  }
}

http.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: http.address().port })));
createInterface({ input: process.stdin }).on("line", async (line) => {
  await emit(JSON.parse(line));
  console.log(JSON.stringify({ done: true }));
});
