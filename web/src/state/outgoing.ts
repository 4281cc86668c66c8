// A message on its way: its body, made of words and pictures of any source.
import { filePath, imagePath, messagesPath } from "../protocol/api";
import { request, upload } from "../protocol/http";
import type { Rect } from "../looking/rect";
import type { Attachment } from "./draft";

export interface Outgoing {
  key: string; // the daemon takes it once, however often it is sent
  sid: string;
  text: string;
  attachments: Attachment[];
  leftOut?: Attachment[]; // refused before: they stay behind when it goes
}

const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("the picture cannot be read"));
    reader.readAsDataURL(blob);
  });

const cropOf = (crop: Rect | undefined) => (crop ? { crop: { pixels: crop } } : {});

async function imageJson(item: Attachment, sid: string): Promise<unknown> {
  if (item.url) return { url: item.url, ...cropOf(item.crop) };
  if (item.imageId && item.sid === sid) return { image_id: item.imageId, ...cropOf(item.crop) };
  // A session knows only its own pictures: one of another goes as bytes.
  const sidOf = item.sid ?? sid;
  const path = item.fileId ? filePath(sidOf, item.fileId) : imagePath(sidOf, item.imageId ?? "");
  const file = item.file ?? (await (await request("GET", path)).blob());
  return { data: await asDataUrl(file), name: item.name, ...cropOf(item.crop) };
}

async function bodyOf({ text, attachments, sid }: Outgoing): Promise<FormData | string> {
  if (attachments.every((item) => item.file && !item.crop && !item.imageId)) {
    const form = new FormData();
    form.append("message", text);
    for (const item of attachments) form.append("images[]", item.file as Blob, item.name);
    return form;
  }
  const images = await Promise.all(attachments.map((item) => imageJson(item, sid)));
  return JSON.stringify({ message: text, images });
}

export async function deliver(
  message: Outgoing,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const body = await bodyOf(message);
  const accepted = await upload<{ turn_id: number }>({ path: messagesPath(message.sid), body, key: message.key, onProgress, signal });
  return accepted.turn_id;
}
