// A picture that can lie on the light table: one of the session, by its id, or one that is still in the draft.
import { imagePath, pagePath } from "../protocol/api";
import type { FileBlock, ImageBlock } from "../protocol/types";

export interface Picture {
  key: string; // image_id, or the draft's own
  imageId?: string;
  sid?: string;
  draftId?: string;
  name: string;
  url: string;
  thumb: string;
  width: number;
  height: number;
  page?: { file: FileBlock; number: number };
  frameOf?: string; // the recording
}

// "frame of clip.mp4 at 0:04", as the daemon names frames of a recording.
export function frameOf(block: ImageBlock): { of: string; time: string } | undefined {
  const match = /^frame of (.*) at ([\d:.]+)$/.exec(block.alt_text ?? "");
  return match ? { of: match[1] ?? "", time: match[2] ?? "" } : undefined;
}

const secondsOf = (time: string) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

// The frame that is nearest to a time; none for a time far from all of them.
export function frameNear(images: ImageBlock[], time: string): ImageBlock | undefined {
  const wanted = secondsOf(time);
  const distance = (image: ImageBlock) => Math.abs(secondsOf(frameOf(image)?.time ?? "") - wanted);
  const frames = images.filter((image) => frameOf(image)).sort((a, b) => distance(a) - distance(b));
  const times = frames.map((image) => secondsOf(frameOf(image)?.time ?? ""));
  const step = (Math.max(...times) - Math.min(...times)) / Math.max(1, times.length - 1);
  return frames[0] && distance(frames[0]) <= Math.max(step, 1) ? frames[0] : undefined;
}

// The line that the daemon puts before the frames of a recording; the strip says the same.
export const withoutHeading = (text: string) => text.replace(/^.*, a recording of [\d:.]+(?:, cut short \([^)]*\))?, as \d+ frames?, at [\d:., ]+:\s*/gm, "");

export const isCutShort = (text: string) => /, a recording of [\d:.]+, cut short/.test(text);

export const pageKey = (fileId: string, page: number) => `${fileId} ${page}`;

// A page of a document: it has no id of its own, only an address.
export function pagePicture(sid: string, file: FileBlock, page: number): Picture | undefined {
  if (!file.file_id) return undefined;
  const name = `${file.filename ?? "document"}, page ${page}`;
  const url = pagePath(sid, file.file_id, page);
  return { key: pageKey(file.file_id, page), sid, name, url, thumb: pagePath(sid, file.file_id, page, "thumb"), width: 0, height: 0, page: { file, number: page } };
}

export function pictureOf(sid: string, block: ImageBlock): Picture | undefined {
  const frame = frameOf(block);
  const name = frame ? `${frame.of} at ${frame.time}` : block.filename || block.alt_text || "picture";
  const width = block.width ?? 0;
  const height = block.height ?? 0;
  // A picture behind a foreign address is never loaded by this page: the daemon has it, or nobody.
  if (!block.image_id) return undefined;
  return {
    key: block.image_id,
    imageId: block.image_id,
    sid,
    name,
    url: imagePath(sid, block.image_id),
    thumb: imagePath(sid, block.image_id, "thumb"),
    width,
    height,
    ...(frame ? { frameOf: frame.of } : {}),
  };
}
