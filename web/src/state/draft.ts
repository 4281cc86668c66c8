// What is being written, for each session: the words and the pictures, kept over a reload.
import { effect, signal } from "@preact/signals";
import { plainName } from "../looking/names";
import type { Rect } from "../looking/rect";
import { forgetFiles, recall, recallFiles, remember, rememberFiles } from "./keep";
import { me } from "./sessions";

export interface Attachment {
  id: string;
  kind: "picture" | "pdf" | "video" | "address";
  name: string;
  file?: Blob;
  url?: string; // the address of one that the daemon fetches
  imageId?: string; // one the session has already
  fileId?: string; // a document it has already
  sid?: string;
  preview: string;
  bytes: number;
  width: number;
  height: number;
  crop?: Rect;
  mime?: string; // of what is behind an address
  refused?: { reason: string; advice: string };
}

export const NEW = "new";
export const draftKey = signal(NEW);
export const words = signal("");
export const attachments = signal<Attachment[]>([]);
export const editing = signal<{ sid: string; seq: number } | null>(null);
export const composerError = signal<{ message: string; advice: string } | null>(null);

let count = 0;
export const newId = () => `${Date.now().toString(36)}-${(count++).toString(36)}`;

const TAKEN = ["image/png", "image/jpeg", "image/gif", "image/webp"];

// What is kept already. Compared when a draft is to be written back, whenever that happens: one that was opened is not
// one that was changed.
let keptWords = words.peek();
let keptFiles = attachments.peek();

// What was kept over a reload: its address of before is gone.
export const withPreview = (item: Attachment): Attachment =>
  item.file && item.kind === "picture" ? { ...item, preview: URL.createObjectURL(item.file) } : item;

export async function openDraft(key: string): Promise<void> {
  draftKey.value = key;
  setAside(null);
  keptWords = recall(`draft.${key}`) ?? "";
  words.value = keptWords;
  editing.value = null;
  composerError.value = null;
  keptFiles = [];
  attachments.value = keptFiles;
  const found = await recallFiles<Attachment[]>(key);
  if (!found || draftKey.peek() !== key) return;
  // Before what was attached while it was looked up.
  const draft = aside?.attachments ?? attachments.peek();
  const here = new Set(draft.map((each) => each.id));
  const all = [...found.filter((each) => !here.has(each.id)).map(withPreview), ...draft];
  if (draft.length === 0) keptFiles = all;
  if (aside) aside.attachments = all;
  else attachments.value = all;
}

// What was being written when an earlier message was taken up to be changed: it comes back afterwards, and is what
// is kept meanwhile.
let aside: { words: string; attachments: Attachment[] } | null = null;
function setAside(draft: typeof aside): void {
  aside = draft;
}

export function beginEdit(which: { sid: string; seq: number }, text: string, files: Attachment[]): void {
  aside ??= { words: words.peek(), attachments: attachments.peek() };
  composerError.value = null;
  editing.value = which;
  words.value = text;
  attachments.value = files;
}

export function leaveEdit(): void {
  const before = aside ?? { words: "", attachments: [] };
  aside = null;
  editing.value = null;
  composerError.value = null;
  words.value = before.words;
  attachments.value = before.attachments;
}

effect(() => {
  const text = words.value;
  if (text === keptWords || aside) return;
  keptWords = text;
  remember(`draft.${draftKey.peek()}`, text);
});
effect(() => {
  const list = attachments.value;
  if (list === keptFiles || aside) return;
  keptFiles = list;
  const key = draftKey.peek();
  void (list.length > 0 ? rememberFiles(key, list) : forgetFiles(key));
});

export const megabytes = (bytes: number) => `${(bytes / 1048576).toFixed(1).replace(/\.0$/, "")} MB`;

async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}

// What the browser can show and models cannot take becomes a PNG.
async function asPng(file: Blob): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: "image/png" });
  } catch {
    return null;
  }
}

// A browser shows what there is of a picture that was cut off; the daemon refuses it.
async function isCutOff(file: Blob): Promise<boolean> {
  const view = new DataView(await file.arrayBuffer());
  if (view.byteLength < 8 || view.getUint32(0) !== 0x89504e47) return false;
  for (let at = 8; at + 8 <= view.byteLength; ) {
    if (view.getUint32(at + 4) === 0x49454e44) return false; // IEND
    at += 12 + view.getUint32(at);
    if (at > view.byteLength) return true;
  }
  return false;
}

function kindOf(file: Blob, name: string): Attachment["kind"] | null {
  if (file.type === "application/pdf" || /\.pdf$/i.test(name)) return "pdf";
  if (file.type.startsWith("video/")) return "video";
  if (file.type.startsWith("image/")) return "picture";
  return null;
}

function add(item: Attachment): void {
  const most = me.peek()?.limits.images_per_message ?? 10;
  const taken = attachments.peek().filter((each) => !each.refused).length;
  if (!item.refused && taken >= most) {
    item.refused = { reason: `A message takes ${most} pictures at most.`, advice: "Send these first, then this one." };
  }
  attachments.value = [...attachments.peek(), item];
}

export function patch(id: string, change: Partial<Attachment>): void {
  attachments.value = attachments.peek().map((each) => (each.id === id ? { ...each, ...change } : each));
}

export function detach(id: string): void {
  const gone = attachments.peek().find((each) => each.id === id);
  if (gone?.file) URL.revokeObjectURL(gone.preview);
  attachments.value = attachments.peek().filter((each) => each.id !== id);
}

export async function attachFile(given: File): Promise<string> {
  const id = newId();
  const name = plainName(given.name) || "pasted.png";
  const base: Attachment = { id, kind: "picture", name, preview: "", bytes: given.size, width: 0, height: 0 };
  const kind = kindOf(given, name);
  const refuse = (reason: string, advice: string) => add({ ...base, refused: { reason, advice } });
  if (!kind) {
    refuse("This is not a picture, a PDF or a video.", "Take a screenshot of it, or save it as PNG.");
    return id;
  }
  let file: Blob = given;
  if (kind === "picture" && !TAKEN.includes(given.type)) {
    const png = await asPng(given);
    if (!png) {
      refuse("This browser cannot read this picture.", "Save it as PNG, JPEG, GIF or WebP.");
      return id;
    }
    file = png;
  }
  const most = me.peek()?.limits.image_bytes ?? 0;
  if (kind === "picture" && most > 0 && file.size > most) {
    refuse(`${megabytes(file.size)}; at most ${megabytes(most)}.`, "Make it smaller, or cut out the part that matters.");
    return id;
  }
  if (kind !== "picture") {
    add({ ...base, kind, file });
    return id;
  }
  try {
    const size = await sizeOf(file);
    if (await isCutOff(file)) throw new Error("its end is missing");
    add({ ...base, ...size, file, bytes: file.size, preview: URL.createObjectURL(file) });
  } catch {
    refuse("The file is damaged.", "Open it in another program and save it anew.");
  }
  return id;
}

export async function attachFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) await attachFile(file);
}

export function attachAddress(text: string): void {
  const base: Attachment = { id: newId(), kind: "address", name: text, url: text, preview: "", bytes: 0, width: 0, height: 0 };
  if (!/^https:\/\/[^\s/]+/i.test(text)) {
    add({ ...base, refused: { reason: "This is not an https address.", advice: "Copy the picture itself and paste it here." } });
  } else add(base);
}
