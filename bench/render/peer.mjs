// Node's side: the request as the official SDKs make it, an object with base64 strings in it and JSON.stringify.
//
//   node peer.mjs KIND STORE SINK ROUNDS SHA256…     {"ms": [210.5, 190.1], "peak_kib": 170000}
//
// A round reads the pictures, makes the body and writes it to SINK, as ours does.
import fs from 'node:fs';
import path from 'node:path';

const [kind, store, sinkPath, rounds, ...names] = process.argv.slice(2);
const files = names.map((name) => path.join(store, name.slice(0, 2), name));
const system = 'Answer briefly.';
const text = 'What do these ten pictures have in common?';

const base64 = (file) => fs.readFileSync(file).toString('base64');

const bodies = {
  anthropic: () => ({
    model: 'a-model',
    max_tokens: 4096,
    system,
    messages: [{
      role: 'user',
      content: [
        ...files.map((file) => ({
          type: 'image',
          source: { type: 'base64', media_type: 'image/jpeg', data: base64(file) },
        })),
        { type: 'text', text },
      ],
    }],
  }),
  openai_chat: () => ({
    model: 'a-model',
    max_tokens: 4096,
    messages: [
      { role: 'system', content: system },
      {
        role: 'user',
        content: [
          ...files.map((file) => ({
            type: 'image_url',
            image_url: { url: `data:image/jpeg;base64,${base64(file)}` },
          })),
          { type: 'text', text },
        ],
      },
    ],
  }),
};

const sink = fs.openSync(sinkPath, 'w');
const ms = [];
for (let round = 0; round < Number(rounds); ++round) {
  const start = performance.now();
  fs.writeSync(sink, JSON.stringify(bodies[kind]()));
  ms.push(performance.now() - start);
}
// As ours: getrusage would count what the process held before it became Node.
const peak = /VmHWM:\s*(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'));
console.log(JSON.stringify({ ms, peak_kib: Number(peak[1]) }));
