// The official client of Socket.IO, listening to one session of `fovea serve`. Reads one line of JSON:
// {"url", "token", "session", "last_seq"?, "transports"?, "until"}; prints {"joined": …} when it has joined, then
// each event as a line, and ends behind the first one of the type `until`.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const lines = createInterface({ input: process.stdin });
const plan = JSON.parse((await lines[Symbol.asyncIterator]().next()).value);
const print = (value) => console.log(JSON.stringify(value));

const socket = io(plan.url + "/events", {
  auth: { token: plan.token },
  transports: plan.transports ?? ["polling", "websocket"],
});
const end = () => {
  print({ transport: socket.io.engine.transport.name });
  socket.disconnect();
  process.exit(0);
};
socket.onAny((type, envelope) => {
  print({ type, envelope });
  if (type === plan.until) end();
});
socket.on("connect_error", (error) => {
  print({ refused: error.message, data: error.data ?? null });
  if (plan.until === "refused") process.exit(0);
});
socket.on("connect", async () => {
  const joined = await socket.emitWithAck("join", {
    session_id: plan.session,
    last_seq: plan.last_seq,
  });
  print({ joined });
  if (!joined.ok) process.exit(0);
});
