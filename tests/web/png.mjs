// Small pictures, made in code.
import { crc32, deflateSync } from "node:zlib";

const crcOf =
  crc32 ??
  ((bytes) => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
    }
    return ~crc >>> 0;
  });

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crcOf(body), body.length + 4);
  return out;
}

// colourAt(x, y) -> [r, g, b]
export function png(width, height, colourAt) {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) for (const part of colourAt(x, y)) rows[at++] = part;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

export const plain = (width, height, colour) => png(width, height, () => colour);

// Four quarters: red, green, blue, yellow.
export const QUARTERS = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 70, 200],
  [230, 200, 40],
];
export const quarters = (width, height) =>
  png(width, height, (x, y) => QUARTERS[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)]);

// A screen full of small marks, as a spreadsheet is.
export const letters = (width, height) =>
  png(width, height, (x, y) => (y % 16 < 10 && x % 8 < 6 && ((x >> 1) * 7 + (y >> 1) * 13 + (x >> 3) * 31) % 5 < 2 ? [20, 20, 20] : [255, 255, 255]));
