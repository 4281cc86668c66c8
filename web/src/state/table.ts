// The light table: the pictures at hand, the one that is shown, what is marked on it, and two side by side.
import { computed, effect, signal } from "@preact/signals";
import * as api from "../protocol/api";
import { citation, ground, type Grounded, type Spot } from "../looking/grounding";
import { hasQuotes, markQuotes } from "../looking/quotes";
import type { Rect } from "../looking/rect";
import type { Compared, FileBlock, LedgerImage, Reading } from "../protocol/types";
import type { AnswerItem } from "./conversation";
import { attachments } from "./draft";
import { isNarrow, sentence, tableOver, tellError } from "./page";
import { frameNear, frameOf, pagePicture, pictureOf, type Picture } from "./pictures";
import { talk } from "./talk";

export interface Mark extends Spot {
  id: string; // answer's key and number
  hue: number;
}

const picked = signal<string | null>(null);
export const lit = signal<string | null>(null);
export const chosen = signal<Rect | null>(null); // the box that is drawn, in pixels of the picture
export const flight = signal<{ rect: Rect; to: string; count: number } | null>(null); // ends where it arrives

export const shelf = computed<Picture[]>(() => {
  const open = talk.value?.loading.value === "missing" ? null : talk.value; // what was deleted leaves the table
  const found = new Map<string, Picture>();
  for (const item of open?.conversation.items.value ?? []) {
    if (item.kind !== "user" && item.kind !== "tool") continue;
    for (const image of item.images) {
      const picture = pictureOf(open?.sid ?? "", image);
      if (!picture) continue;
      found.delete(picture.key); // the last place counts
      found.set(picture.key, picture);
    }
  }
  for (const item of attachments.value) {
    if (item.kind !== "picture" || item.refused || item.imageId || !item.preview) continue;
    const { id, name, preview, width, height } = item;
    found.set(id, { key: id, draftId: id, name, url: preview, thumb: preview, width, height });
  }
  return [...found.values()];
});

// A page that was opened; pages are too many for the shelf.
export const openPage = signal<Picture | null>(null);
// How many pages documents have, once that is known.
export const pageCounts = signal<ReadonlyMap<string, number>>(new Map());
const askedPages = new Set<string>();
export function loadPageCount(sid: string, id: string): void {
  if (askedPages.has(id)) return;
  askedPages.add(id);
  api.filePages(sid, id).then(
    (count) => (pageCounts.value = new Map([...pageCounts.value, [id, count]])),
    () => askedPages.delete(id), // its name is shown, and that is all there is
  );
}

export function showPage(file: FileBlock, page: number): void {
  const sid = talk.peek()?.sid;
  const most = pageCounts.peek().get(file.file_id ?? "");
  if (most !== undefined && (page < 1 || page > most)) return;
  const picture = sid ? pagePicture(sid, file, page) : undefined;
  if (!picture) return;
  openPage.value = picture;
  show(picture.key);
}

// Where an answer points to: "page 3", "at 0:04".
export function goToCitation(item: AnswerItem, target: string): void {
  const [kind, value = ""] = target.split("=");
  if (kind === "page") {
    const file = item.files.at(-1);
    if (file) showPage(file, Number(value));
    return;
  }
  const frame = frameNear(item.about, value);
  if (frame?.image_id) show(frame.image_id);
}

export const shown = computed<Picture | null>(() => {
  const list = shelf.value;
  if (openPage.value && picked.value === openPage.value.key) return openPage.value;
  return list.find((each) => each.key === picked.value) ?? list.at(-1) ?? null;
});

export function show(key: string, over = true): void {
  if (picked.value !== key) chosen.value = null;
  picked.value = key;
  compared.value = null;
  if (over && isNarrow.value) tableOver.value = true;
}

// A new picture is what the talk is about.
let known = new Set<string>();
effect(() => {
  const keys = shelf.value.map((each) => each.key);
  const fresh = keys.filter((key) => !known.has(key));
  known = new Set(keys);
  if (fresh.length > 0) {
    picked.value = fresh.at(-1) ?? null;
    chosen.value = null;
  }
});

// What local/ocr reads on a picture, asked once.
export const readingCount = signal(0);
const readings = new Map<string, ReturnType<typeof signal<Reading | null>>>();
export function readingOf(picture: Picture | null): ReturnType<typeof signal<Reading | null>> | undefined {
  void readingCount.value; // it may not be asked for yet
  return picture ? readings.get(picture.key) : undefined;
}
export function loadReading(picture: Picture | null): void {
  // What is in the draft alone has no place to be read at.
  if (!picture || picture.draftId || readings.has(picture.key)) return;
  const held = signal<Reading | null>(null);
  readings.set(picture.key, held);
  api.reading(picture.url).then(
    (reading) => {
      held.value = reading;
      readingCount.value++;
    },
    () => readings.delete(picture.key), // asked again when it is looked at again
  );
}

const cache = new WeakMap<AnswerItem, { grounded: Grounded; reading: Reading | null; pages: number | undefined }>();

// "page 3" of a document and "0:04" of a recording become ways there.
function citationsMarked(text: string, item: AnswerItem, pages: number | undefined): string {
  let out = text;
  const isThere = (n: number) => n >= 1 && (pages === undefined || n <= pages);
  if (item.files.length > 0) {
    out = out.replace(/\b(?:page|p\.)\s?(\d{1,4})\b/gi, (words, n: string) => (isThere(Number(n)) ? citation(`page=${n}`, words) : words));
  }
  if (item.about.some(frameOf)) {
    out = out.replace(/\b\d{1,2}(?::\d{2})+(?:\.\d+)?\b/g, (time) => (frameNear(item.about, time) ? citation(`time=${time}`, time) : time));
  }
  return out;
}

// An answer with its places. Quotations count once the picture is read.
export function groundedAnswer(item: AnswerItem): Grounded {
  const first = item.about[0]?.image_id;
  void readingCount.value;
  const reading = (first ? readings.get(first)?.value : null) ?? null;
  const pages = pageCounts.value.get(item.files.at(-1)?.file_id ?? "");
  const before = cache.get(item);
  if (before && before.reading === reading && before.pages === pages) return before.grounded;
  let grounded: Grounded = { text: item.text, spots: [] };
  const model = item.end?.model ?? "";
  if (item.end || !model) {
    grounded = ground(item.text, {
      model: model || talk.peek()?.about.peek()?.model || "local/ocr",
      about: item.about,
      receipt: item.end?.receipt ?? [],
      boxes: item.end?.boxes ?? [],
    });
  }
  const isProse = grounded.spots.length === 0 || !item.text.includes("```");
  if (reading && isProse && !model.startsWith("local/")) grounded = markQuotes(grounded.text, reading, grounded.spots);
  grounded = { ...grounded, text: citationsMarked(grounded.text, item, pages) };
  cache.set(item, { grounded, reading, pages });
  return grounded;
}

export const marks = computed<Mark[]>(() => {
  const picture = shown.value;
  if (!picture?.imageId) return [];
  const answers = (talk.value?.conversation.items.value ?? []).filter(
    (item): item is AnswerItem => item.kind === "answer" && item.about.some((image) => image.image_id === picture.imageId),
  );
  const all: Mark[] = [];
  let hue = 0;
  for (const item of answers.slice(-12)) {
    const spots = groundedAnswer(item).spots.filter((spot) => item.about[spot.image]?.image_id === picture.imageId);
    if (spots.length === 0) continue;
    for (const spot of spots) all.push({ ...spot, id: `${item.key}.${spot.n}`, hue });
    hue++;
  }
  const pinned = focusAnswer.value;
  const keys = [...new Set(all.map((mark) => mark.id.split(".")[0]))];
  const key = keys.includes(pinned ?? "") ? pinned : keys.at(-1);
  return showsAll.value ? all : all.filter((mark) => mark.id.split(".")[0] === key).map((mark) => ({ ...mark, hue: 0 }));
});
export const focusAnswer = signal<string | null>(null); // whose places are shown; the last by default
export const showsAll = signal(false);
export const answersWithMarks = computed(() => {
  const picture = shown.value;
  return (talk.value?.conversation.items.value ?? []).filter(
    (item) => item.kind === "answer" && item.about.some((image) => image.image_id === picture?.imageId) && groundedAnswer(item).spots.length > 0,
  ).length;
});

export function lightUp(id: string | null): void {
  lit.value = id;
}

// To a place of an answer: its picture is shown, and the view goes there.
export function flyToSpot(item: AnswerItem, n: number): void {
  const spot = groundedAnswer(item).spots.find((each) => each.n === n);
  const image = spot ? item.about[spot.image] : undefined;
  if (!spot || !image?.image_id) return;
  focusAnswer.value = item.key;
  show(image.image_id);
  lit.value = `${item.key}.${n}`;
  fly(spot.rect, identityOf({ key: image.image_id, sid: talk.peek()?.sid }));
}
let flights = 0;
export const fly = (rect: Rect, to: string) => (flight.value = { rect, to, count: ++flights });
// The same picture in another session is another one to look at.
export const identityOf = ({ key, sid }: { key: string; sid?: string | undefined }) => `${sid ?? ""} ${key}`;

// Two pictures of the session.
export interface Comparing {
  before: Picture;
  after: Picture;
  mode: "side" | "swipe" | "difference";
  result: Compared | null;
  trouble: string; // why there is no result
}
export const compared = signal<Comparing | null>(null);
export function compareTwo(before: Picture, after: Picture): void {
  if (before.key === after.key) return;
  const isSent = before.imageId && after.imageId && before.sid;
  const trouble = isSent ? "" : "What changed is listed once both have been sent.";
  compared.value = { before, after, mode: "side", result: null, trouble };
  if (isNarrow.value) tableOver.value = true;
  if (!before.imageId || !after.imageId || !before.sid) return;
  const settle = (change: Partial<Comparing>) => {
    const now = compared.peek();
    if (now?.before.key === before.key && now.after.key === after.key) compared.value = { ...now, ...change };
  };
  api.compare(before.sid, before.imageId, after.imageId).then(
    (result) => settle({ result }),
    (error: Error) => settle({ trouble: sentence(error.message) }),
  );
}

// The ledger: what became of each picture.
export const ledger = signal<LedgerImage[]>([]);
export const showsLedger = signal(false);
export async function loadLedger(): Promise<void> {
  const sid = talk.peek()?.sid;
  if (!sid) return void (ledger.value = []);
  try {
    const list = await api.images(sid);
    if (talk.peek()?.sid === sid) ledger.value = list;
  } catch {
    // the next turn asks again
  }
}
export async function change(id: string, action: "pin" | "unpin" | "drop" | "restore"): Promise<void> {
  const sid = talk.peek()?.sid;
  if (!sid) return;
  try {
    const changed = await api.changeImage(sid, id, action);
    ledger.value = ledger.value.map((each) => (each.image_id === id ? changed : each));
  } catch (error) {
    tellError(error);
  }
}

// What an answer quotes is looked for on the picture.
effect(() => {
  const last = talk.value?.conversation.items.value.findLast((item) => item.kind === "answer");
  if (last?.kind !== "answer" || !last.end || last.end.model.startsWith("local/")) return;
  const picture = shown.value;
  if (picture?.imageId && last.about[0]?.image_id === picture.imageId && hasQuotes(last.text)) loadReading(picture);
});

let seen = "";
effect(() => {
  const open = talk.value;
  if (open && open.loading.value !== "ready") return void (ledger.value = []); // its ends come at once
  const ends = open?.conversation.items.value.filter((item) => item.kind === "end").length ?? 0;
  const now = `${open?.sid ?? ""} ${ends}`;
  if (now === seen) return;
  seen = now;
  if (open) void loadLedger();
  else ledger.value = [];
});
