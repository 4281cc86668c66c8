// PaddleOCR v4 on one core. Prints one line of JSON for each picture that is named on standard input:
//   {"cpu_seconds": 9.4, "lines": [{"text": "…", "box": [x1, y1, x2, y2]}, …]}
// The first picture is read twice, and the first time does not count: its networks are loaded then.
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const { default: Ocr } = await import(pathToFileURL(`${process.argv[2]}/node_modules/@gutenye/ocr-node/build/index.js`));
const ocr = await Ocr.create({ onnxOptions: { intraOpNumThreads: 1, interOpNumThreads: 1 } });

const upright = (corners) => {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

let isWarm = false;
for await (const picture of readline.createInterface({ input: process.stdin })) {
  if (!isWarm) await ocr.detect(picture);
  isWarm = true;
  const before = process.cpuUsage();
  const found = await ocr.detect(picture);
  const { user, system } = process.cpuUsage(before);
  const lines = found.filter(({ box }) => box).map(({ text, box }) => ({ text, box: upright(box) }));
  console.log(JSON.stringify({ cpu_seconds: (user + system) / 1e6, lines }));
}
