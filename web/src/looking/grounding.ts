// Finds the places that an answer names, in the notation each family of models was trained on, as rectangles in
// pixels of the whole picture. In the text a mark takes their place, which the page turns into a numbered chip.
//
//     ground("- [20, 266, 424, 278] error", {model: "local/ocr", about, receipt})
//         -> {text: "- ⟨1⟩ error", spots: [{n: 1, label: "error", rect, image: 0}]}
import type { ImageBlock, LabelledBox, ReceiptRow } from "../protocol/types";
import { clipped, ofCorners, type Rect } from "./rect";

export interface Spot {
  n: number;
  label: string;
  rect: Rect;
  image: number; // which of `about`
}
export interface Grounded {
  text: string;
  spots: Spot[];
}
export interface Grounds {
  model: string;
  about: ImageBlock[];
  receipt: ReceiptRow[];
  boxes?: LabelledBox[];
}

export const MARK = /\uE000(\d+)\uE001/g;
export const markOf = (n: number) => `\uE000${n}\uE001`;
// A way to a page or a moment: where, and the words that lead there.
export const CITATION = /\uE002([\w=:.]+)\uE004([^\uE003]*)\uE003/g;
export const citation = (target: string, words: string) => `\uE002${target}\uE004${words}\uE003`;
const MOST = 99;

const NUMBER = String.raw`\s*(-?\d+(?:\.\d+)?)\s*`;
const FOUR = `\\[${NUMBER},${NUMBER},${NUMBER},${NUMBER}\\]`;
const LABEL = /"(?:label|text_content|text|name|element)"\s*:\s*"((?:[^"\\]|\\.){0,200})"/;

type Notation = "plain" | "bbox_2d" | "box_2d" | "tag" | "det" | "point";

// The width and height that the numbers of a notation count to; nothing: pixels of what was sent.
function frameOf(notation: Notation, model: string, numbers: number[]): number | undefined {
  if (notation === "point") return 100;
  if (notation === "box_2d") return 1000;
  if (notation === "det") return 999;
  if (Math.max(...numbers) > 1000) return undefined;
  if (notation === "tag") return 1000;
  if (/qwen[-_]?2[._]5/i.test(model)) return undefined;
  if (/qwen|internvl|gemini|glm/i.test(model)) return 1000;
  return undefined;
}

// A receipt has a row for each time that a picture went, whole or a part of it. What went of `part` has its
// shape; of several such the one that is nearest to it in size.
function sentOf(part: Rect, block: ImageBlock, grounds: Grounds) {
  const off = (row: { width: number }) => Math.abs(row.width - part.width);
  return grounds.receipt
    .filter((row) => row.image_id === block.image_id && row.width > 0 && row.tiles === 0)
    .filter((row) => Math.abs(row.width * part.height - row.height * part.width) <= Math.max(part.width, part.height))
    .reduce<(typeof grounds.receipt)[number] | undefined>((best, row) => (best && off(best) < off(row) ? best : row), undefined);
}

function rectFor(numbers: number[], notation: Notation, image: number, grounds: Grounds): Rect | undefined {
  const block = grounds.about[image];
  if (!block?.width || !block.height) return undefined;
  const whole = { width: block.width, height: block.height };
  const part: Rect = block.crop
    ? { x: block.crop[0], y: block.crop[1], width: block.crop[2], height: block.crop[3] }
    : { x: 0, y: 0, ...whole };
  let [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (notation === "box_2d") [a, b, c, d] = [b, a, d, c]; // y comes first
  const frame = frameOf(notation, grounds.model, numbers);
  let across = part.width;
  let down = part.height;
  if (frame) across = down = frame;
  else if (!grounds.model.startsWith("local/")) {
    const sent = sentOf(part, block, grounds);
    if (sent) {
      across = sent.width;
      down = sent.height;
    }
  }
  const left = (Math.min(a, c) / across) * part.width;
  const top = (Math.min(b, d) / down) * part.height;
  const rect = {
    x: part.x + left,
    y: part.y + top,
    width: (Math.abs(c - a) / across) * part.width,
    height: (Math.abs(d - b) / down) * part.height,
  };
  const inside = clipped(rect, whole);
  return inside.width >= 1 && inside.height >= 1 ? inside : undefined;
}

interface Found {
  from: number;
  to: number;
  numbers: number[];
  notation: Notation;
  label: string;
}

const numbersIn = (match: RegExpMatchArray, first: number) => [0, 1, 2, 3].map((i) => Number(match[first + i]));

function inJson(text: string): Found[] {
  const found: Found[] = [];
  const key = new RegExp(`"(bbox_2d|box_2d|bbox|box|bounding_box)"\\s*:\\s*${FOUR}`, "g");
  for (const match of text.matchAll(key)) {
    const from = text.lastIndexOf("{", match.index);
    const to = text.indexOf("}", match.index) + 1;
    if (from < 0 || to <= 0 || (found.at(-1)?.to ?? 0) > from) continue;
    const notation: Notation = match[1] === "box_2d" ? "box_2d" : "bbox_2d";
    const label = LABEL.exec(text.slice(from, to))?.[1]?.replace(/\\(.)/g, "$1") ?? "";
    found.push({ from, to, numbers: numbersIn(match, 2), notation, label });
  }
  return found;
}

function inTags(text: string): Found[] {
  const found: Found[] = [];
  const add = (pattern: string, notation: Notation) => {
    for (const match of text.matchAll(new RegExp(pattern, "g"))) {
      const to = match.index + match[0].length;
      found.push({ from: match.index, to, numbers: numbersIn(match, 2), notation, label: match[1] ?? "" });
    }
  };
  add(`(?:<ref>([^<]{0,200})</ref>\\s*)?<box>\\s*\\[?${FOUR}\\]?\\s*</box>`, "tag");
  add(`(?:<\\|ref\\|>([^<]{0,200})<\\|/ref\\|>\\s*)?<\\|det\\|>\\s*\\[?${FOUR}\\]?\\s*<\\|/det\\|>`, "det");
  const point = /<point\s+x="([\d.]+)"\s+y="([\d.]+)"[^>]*>([^<]{0,200})<\/point>/g;
  for (const match of text.matchAll(point)) {
    const x = Number(match[1]);
    const y = Number(match[2]);
    const numbers = [x - 1, y - 1, x + 1, y + 1];
    found.push({ from: match.index, to: match.index + match[0].length, numbers, notation: "point", label: match[3] ?? "" });
  }
  return found;
}

// "[20, 266, 424, 278] collect2: error", "button "Save": [273, 378, 604, 426] here".
function inWords(text: string, model: string): Found[] {
  const isAboutBoxes = model.startsWith("local/") || /\b(b?box(es)?|coordinates|region)\b/i.test(text);
  const found: Found[] = [];
  for (const match of text.matchAll(new RegExp(FOUR, "g"))) {
    const to = match.index + match[0].length;
    const numbers = numbersIn(match, 1);
    if ((numbers[2] ?? 0) <= (numbers[0] ?? 0) || (numbers[3] ?? 0) <= (numbers[1] ?? 0)) continue;
    const line = text.slice(text.lastIndexOf("\n", match.index) + 1, match.index);
    if (!isAboutBoxes && !/\b(?:at|in|around|near)\s*$/i.test(line)) continue; // "4712 at [40, 240, 400, 270]"
    const before = line.replace(/^[-*\s]+/, "").replace(/[:\s]+$/, "");
    const after = text.slice(to).split("\n", 1)[0]?.trim() ?? "";
    found.push({ from: match.index, to, numbers, notation: "plain", label: (before || after).slice(0, 120) });
  }
  return found;
}

// Which picture is spoken of at that place: "Image-2:", "picture 2"; of two that are compared, what is gone "was at"
// a place in the first.
function imageAt(text: string, at: number, count: number): number {
  if (count < 2) return 0;
  const before = text.slice(0, at);
  const all = [...before.matchAll(/\b(?:image|picture)[-_ ]?#?(\d+)\b/gi)];
  const isGone = /\bwas at\s*$/.test(before);
  const number = Number((isGone ? (all.at(-2) ?? all.at(-1)) : all.at(-1))?.[1] ?? 1);
  return number >= 1 && number <= count ? number - 1 : 0;
}

// A fence that holds nothing but places becomes a list of them.
const tidyFences = (text: string) =>
  text.replace(/```\w*\n([\s\S]*?)```/g, (whole, body: string) => {
    const lines = body.match(/\uE000\d+\uE001[^\uE000\n]*/g);
    const rest = body.replace(/\uE000\d+\uE001[^\uE000\n]*/g, "").replace(/[[\]{},\s]/g, "");
    return lines && rest === "" ? lines.map((line) => `- ${line.replace(/[,\]\s]+$/, "")}`).join("\n") : whole;
  });

export function ground(text: string, grounds: Grounds): Grounded {
  if (grounds.about.length === 0) return { text, spots: [] };
  const isLocal = grounds.model.startsWith("local/");
  let found = isLocal ? [] : [...inJson(text), ...inTags(text)];
  // What says where the part lies is not a place in the picture.
  const source = isLocal ? text.replace(/^The part \[[^\]]*\] of a picture[^\n]*\n/, "") : text;
  if (found.length === 0) found = inWords(source, grounds.model);
  found.sort((a, b) => a.from - b.from);

  const spots: Spot[] = [];
  let out = "";
  let at = 0;
  for (const each of found) {
    if (each.from < at || spots.length >= MOST) continue;
    const image = imageAt(source, each.from, grounds.about.length);
    const rect = rectFor(each.numbers, each.notation, image, grounds);
    if (!rect) continue;
    const n = spots.length + 1;
    spots.push({ n, label: each.label, rect, image });
    const isWhole = each.notation !== "plain";
    out += source.slice(at, each.from) + markOf(n) + (isWhole && each.label ? ` ${each.label}` : "");
    at = each.to;
  }
  out += source.slice(at);
  if (spots.length === 0 && grounds.boxes?.length) return fromResult(text, grounds);
  return { text: tidyFences(out), spots };
}

// Places that the daemon tells with the result, already in pixels of the picture.
function fromResult(text: string, grounds: Grounds): Grounded {
  const spots: Spot[] = [];
  for (const each of grounds.boxes ?? []) {
    const image = Math.max(0, (each.image ?? 1) - 1);
    if (!grounds.about[image]) continue;
    spots.push({ n: spots.length + 1, label: each.label, rect: ofCorners(each.box), image });
  }
  const list = spots.map((spot) => `- ${markOf(spot.n)} ${spot.label}`).join("\n");
  return { text: `${text}\n\n${list}`, spots };
}
