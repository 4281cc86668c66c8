// Words that an answer quotes and that stand on the picture: each such quotation gets a mark, and a place.
import type { Reading } from "../protocol/types";
import { markOf, type Grounded, type Spot } from "./grounding";
import { ofCorners, union } from "./rect";

const QUOTED = /"([^"\n]{3,120})"|“([^”\n]{3,120})”|`([^`\n]{3,120})`|\*\*([^*\n]{3,120})\*\*/g;
const MOST = 20;

export const hasQuotes = (text: string) => text.search(QUOTED) >= 0;

const bare = (word: string) => word.toLowerCase().replace(/[.,:;!?]+$/, "");
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

// After the places that are there already.
export function markQuotes(text: string, reading: Reading, there: Spot[] = []): Grounded {
  const words = reading.words.map((word) => plain(word.text));
  const spots: Spot[] = [...there];
  const seen = new Set<string>();
  let out = "";
  let at = 0;
  for (const match of text.matchAll(QUOTED)) {
    const quote = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    const wanted = quote.split(/\s+/).map(plain).filter(Boolean);
    if (spots.length >= MOST || wanted.join("").length < 3 || seen.has(wanted.join(" "))) continue;
    const isAt = (i: number) => wanted.every((word, k) => words[i + k] === word);
    const first = words.findIndex((_, i) => isAt(i));
    if (first < 0) continue;
    // A word of code that is also a part of another: "(code 51)" is not `code`.
    if (wanted.length === 1 && bare(quote) !== bare(reading.words[first]?.text ?? "")) continue;
    // One word that stands there several times: nobody knows which is meant.
    if (wanted.length === 1 && words.some((_, i) => i > first && isAt(i))) continue;
    const rect = union(reading.words.slice(first, first + wanted.length).map((word) => ofCorners(word.box)));
    if (!rect) continue;
    seen.add(wanted.join(" "));
    const n = spots.length + 1;
    spots.push({ n, label: quote, rect, image: 0 });
    out += text.slice(at, match.index + match[0].length) + markOf(n);
    at = match.index + match[0].length;
  }
  return { text: out + text.slice(at), spots };
}
