// The benchmark's jobs by sharp. One JSON request a line on stdin, one JSON reply a line on stdout; see
// ../README.md. Runs in the folder where sharp is installed.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const sharp = createRequire(join(process.cwd(), "package.json"))("sharp");
sharp.concurrency(1);
sharp.cache(false);

const MAX_EDGE = 1568;
const LOW_EDGE = 512;
const MAX_BYTES = 5 * 1024 * 1024;
const HASH_SIDE = 64;

function sniff(bytes) {
    if (bytes.readUInt32BE(0) === 0x89504e47) return "png";
    if (bytes.readUInt16BE(0) === 0xffd8) return "jpeg";
    if (bytes.toString("latin1", 0, 4) === "GIF8") return "gif";
    if (bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
    throw new Error("not a picture");
}

// Whether a WebP is lossless shows in its first chunk, or in the one behind VP8X.
function isLossless(bytes) {
    return bytes.toString("latin1", 12, 16) === "VP8L";
}

// Same format out as in, but for what a model could not take: a PNG over the byte limit becomes JPEG, a GIF PNG.
// "fast" turns off what costs time and loses no pixels, and writes lossless WebP as PNG, which takes half the time.
function encode(pipeline, bytes, variant) {
    const fast = variant === "fast";
    const type = sniff(bytes);
    if (type === "jpeg" || (type === "png" && bytes.length > MAX_BYTES)) {
        return pipeline.jpeg({ quality: 85, chromaSubsampling: "4:2:0", optimiseCoding: !fast });
    }
    if (type === "webp" && isLossless(bytes) && !fast) return pipeline.webp({ lossless: true });
    if (type === "webp" && !isLossless(bytes)) return pipeline.webp({ quality: 80, effort: fast ? 0 : 4 });
    return pipeline.png({ compressionLevel: fast ? 1 : 6 });
}

// What every job ends with: the hash, and the request body as fetch would send it.
function body(bytes, format) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const source = { type: "base64", media_type: `image/${format}`, data: bytes.toString("base64") };
    return { sha256, body: Buffer.from(JSON.stringify({ content: [{ type: "image", source }] })) };
}

async function finish(pipeline) {
    const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
    body(data, info.format);
    return { width: info.width, height: info.height, data };
}

function fitted(bytes, edge) {
    const options = { width: edge, height: edge, fit: "inside", withoutEnlargement: true, kernel: "lanczos3" };
    return sharp(bytes).autoOrient().resize(options);
}

async function crop(bytes, variant) {
    const { width, height, orientation } = await sharp(bytes).metadata();
    const [across, down] = orientation >= 5 ? [height, width] : [width, height];
    const left = Math.floor(across / 4);
    const top = Math.floor(down / 4);
    const region = { left, top, width: Math.min(800, across - left), height: Math.min(600, down - top) };
    return finish(encode(sharp(bytes).autoOrient().extract(region), bytes, variant));
}

async function validate(bytes) {
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    body(bytes, sniff(bytes));
    return { width: info.width, height: info.height, data: bytes };
}

const COSINES = Array.from({ length: 8 }, (_, u) =>
    Float64Array.from({ length: HASH_SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * HASH_SIDE))));

// The lowest 8x8 frequencies against their median.
function hashOf(grey) {
    const rows = new Float64Array(8 * HASH_SIDE);
    for (let y = 0; y < HASH_SIDE; ++y) {
        for (let u = 0; u < 8; ++u) {
            let sum = 0;
            for (let x = 0; x < HASH_SIDE; ++x) sum += grey[y * HASH_SIDE + x] * COSINES[u][x];
            rows[y * 8 + u] = sum;
        }
    }
    const low = new Float64Array(64);
    for (let v = 0; v < 8; ++v) {
        for (let u = 0; u < 8; ++u) {
            let sum = 0;
            for (let y = 0; y < HASH_SIDE; ++y) sum += rows[y * 8 + u] * COSINES[v][y];
            low[v * 8 + u] = sum;
        }
    }
    const sorted = Float64Array.from(low).sort();
    const median = (sorted[31] + sorted[32]) / 2;
    let hash = 0n;
    for (const value of low) hash = (hash << 1n) | (value > median ? 1n : 0n);
    return hash.toString(16).padStart(16, "0");
}

async function phash(bytes) {
    const { data, info } = await sharp(bytes)
        .autoOrient()
        .resize({ width: HASH_SIDE, height: HASH_SIDE, fit: "contain", background: "#808080" })
        .flatten({ background: "#ffffff" })
        .grayscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: Buffer.from(hashOf(data)) };
}

const JOBS = {
    ingest: (bytes, variant) => finish(encode(fitted(bytes, MAX_EDGE), bytes, variant)),
    lowres: (bytes, variant) => finish(encode(fitted(bytes, LOW_EDGE), bytes, variant)),
    crop,
    validate,
    phash,
};

async function answer(request) {
    const began = process.cpuUsage();
    const { width, height, data } = await JOBS[request.job](readFileSync(request.file), request.variant);
    const used = process.cpuUsage(began);
    if (request.out) writeFileSync(request.out, data);
    return { cpu_ms: (used.user + used.system) / 1000, bytes: data.length, width, height, out: request.out };
}

for await (const line of createInterface({ input: process.stdin })) {
    let reply;
    try {
        reply = await answer(JSON.parse(line));
    } catch (error) {
        reply = { error: String(error.message ?? error) };
    }
    process.stdout.write(JSON.stringify(reply) + "\n");
}
