// Streams through a gateway: how much later than it was sent each piece comes, how many can be held at once, or how soon the
// server is left when the client leaves. Arguments: delays|hold|leave URL COUNT [HEADER:VALUE…]; leave takes the server's own
// address from the variable SERVER. Prints one line of JSON.
import http from "node:http";

const [what, url, count, ...headers] = process.argv.slice(2);
const body = JSON.stringify({ model: "slow/m", stream: true, messages: [{ role: "user", content: "hi" }] });
const options = {
  method: "POST",
  agent: new http.Agent({ keepAlive: true, maxSockets: Infinity }),
  headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body),
    ...Object.fromEntries(headers.map((each) => each.split(/:(.*)/s).slice(0, 2))) },
};

function stream(onPiece) {
  return new Promise((resolve, reject) => {
    const begun = process.hrtime.bigint();
    const request = http.request(url, options, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`));
      const head = Number(process.hrtime.bigint() - begun) / 1e6;
      response.setEncoding("utf8");
      response.on("data", (piece) => onPiece(piece, request));
      response.on("end", () => resolve(head));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

if (what === "delays") {
  const delays = [];
  const heads = [];
  for (let i = 0; i < Number(count); ++i) {
    heads.push(await stream((piece) => {
      const now = process.hrtime.bigint();
      for (const [, time] of piece.matchAll(/"t":"(\d+)"/g)) delays.push(Number(now - BigInt(time)) / 1e6);
    }));
  }
  delays.sort((a, b) => a - b);
  heads.sort((a, b) => a - b);
  const at = (list, share) => list[Math.min(list.length - 1, Math.floor(list.length * share))];
  console.log(JSON.stringify({ pieces: delays.length, p50: at(delays, 0.5), p99: at(delays, 0.99), head: at(heads, 0.5) }));
} else if (what === "leave") {
  const list = () => new Promise((resolve, reject) => http.get(process.env.SERVER + "/closed", (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (piece) => { text += piece; }).on("end", () => resolve(JSON.parse(text)));
  }).on("error", reject));
  const took = [];
  for (let i = 0; i < Number(count); ++i) {
    const before = (await list()).length;
    const left = await new Promise((resolve) => {
      stream((piece, request) => {
        request.destroy();
        resolve(process.hrtime.bigint());
      }).catch(() => {});
    });
    for (let tries = 0; tries < 2000; ++tries) {
      const closed = await list();
      if (closed.length > before) {
        took.push(Number(BigInt(closed.at(-1)) - left) / 1e6);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  took.sort((a, b) => a - b);
  console.log(JSON.stringify({ left: took.length, p50: took[Math.floor(took.length / 2)], most: took.at(-1) }));
} else {
  let open = 0;
  let failed = 0;
  await new Promise((resolve) => {
    const seen = () => { if (open + failed === Number(count)) resolve(); };
    for (let i = 0; i < Number(count); ++i) {
      let first = true;
      stream(() => { if (first) { first = false; ++open; seen(); } }).catch(() => { ++failed; seen(); });
    }
    setTimeout(resolve, 20000);
  });
  console.log(JSON.stringify({ open, failed }));
}
process.exit(0);
