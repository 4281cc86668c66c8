// Many clients of one room, over WebSockets: `node clients.mjs PORT TOKEN SESSION COUNT EVENT` prints {"ready": COUNT}, and
// for each line on stdin what came since the last one: {count, p50_us, p99_us}. Reads no more of an event than its name
// and its time, so that most of the machine is left to the server.
import { createInterface } from "node:readline";
import WebSocket from "ws";
import { now } from "./clock.mjs";

const [port, token, session, count, event] = process.argv.slice(2);
let seen = 0;
let delays = [];
let closed = 0;

const begin = () =>
  new Promise((joined, failed) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    const start = `42/events,["${event}"`;
    socket.on("error", failed);
    socket.on("close", () => ++closed);
    socket.on("message", (data) => {
      const text = data.latin1Slice(0, Math.min(40, data.length));
      if (text.startsWith(start)) {
        ++seen;
        const whole = data.latin1Slice(0, data.length);
        const at = whole.indexOf("@");
        if (at >= 0) delays.push(now() - Number(whole.slice(at + 1, whole.indexOf("@", at + 1))));
      } else if (text === "2") socket.send("3");
      else if (text.startsWith("0{")) socket.send(`40/events,${JSON.stringify({ token })}`);
      else if (text.startsWith("40/events")) {
        if (session) socket.send(`42/events,0["join",{"session_id":"${session}"}]`);
        else joined();
      } else if (text.startsWith("43/events,0[")) joined();
    });
  });

for (let made = 0; made < Number(count); ) {
  const some = Math.min(50, Number(count) - made);
  await Promise.all(Array.from({ length: some }, begin));
  made += some;
}
console.log(JSON.stringify({ ready: Number(count) }));
createInterface({ input: process.stdin }).on("line", () => {
  delays.sort((a, b) => a - b);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0;
  console.log(JSON.stringify({ count: seen, closed, p50_us: at(0.5), p99_us: at(0.99) }));
  seen = 0;
  delays = [];
});
