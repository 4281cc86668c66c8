// A session with any history, as `POST /import` takes it: what would need hours of talk, in one request.
import { createHash } from "node:crypto";

function tarFile(name, bytes) {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(bytes.length.toString(8).padStart(11, "0") + "\0", 124);
  head.write("00000000000\0", 136);
  head.write("        ", 148);
  head.write("0", 156);
  head.write("ustar\0" + "00", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(sum.toString(8).padStart(6, "0") + "\0 ", 148);
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

export class StoredSession {
  constructor(id) {
    this.id = id;
    this.entries = [];
    this.blobs = new Map();
    this.time = Date.now() - 3_600_000;
  }
  at(time) {
    this.time = time;
    return this;
  }
  entry(kind, body) {
    this.time += 1000;
    this.entries.push({ kind, time: new Date(this.time).toISOString(), body });
    return this;
  }
  title(title) {
    return this.entry("title", { title });
  }
  image(bytes, { filename, width, height }) {
    const hash = sha256(bytes);
    this.blobs.set(hash, bytes);
    return { type: "image", sha256: hash, mime: "image/png", width, height, filename };
  }
  user(text, images = []) {
    const words = text ? [{ type: "text", text }] : [];
    return this.entry("message", { role: "user", content: [...images, ...words] });
  }
  assistant(text) {
    return this.entry("message", { role: "assistant", content: [{ type: "text", text }] });
  }
  delivered(image, state, tokens) {
    return this.entry("image_state", { action: "deliver", sha256: image.sha256, state, tokens, provider: "anthropic", endpoint: "messages" });
  }
  usage(model, input, output, cached, cost) {
    const [provider, id] = model.split("/");
    return this.entry("usage", {
      provider, model: id, endpoint: "messages", input_tokens: input, output_tokens: output, cache_read_tokens: cached,
      cache_write_tokens: 0, reasoning_tokens: 0, cost_usd: cost, cost_known: true, priced: true,
    });
  }
  end(model, { receipt = [], cost = 0, input = 0, output = 0, cached = 0, duration = 1200, subtype = "success", ...more } = {}) {
    const usage = { input_tokens: input, output_tokens: output, cache_read_tokens: cached, cache_write_tokens: 0, reasoning_tokens: 0 };
    return this.entry("telemetry", { type: "turn_ended", turn: this.entries.length, subtype, model, cost_usd: cost, usage, duration_ms: duration, stop_reason: "stop", receipt, ...more });
  }
  tar() {
    const session = { format: "fovea-session", version: 1, id: this.id, created: new Date(this.time).toISOString(), entries: this.entries };
    const files = [tarFile("session.json", Buffer.from(JSON.stringify(session)))];
    for (const [hash, bytes] of this.blobs) files.push(tarFile(`blobs/${hash}.bin`, bytes));
    return Buffer.concat([...files, Buffer.alloc(1024)]);
  }
}
