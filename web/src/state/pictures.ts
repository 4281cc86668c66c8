// A picture that can lie on the light table: one of the session, by its id, or one that is still in the draft.
import { imagePath } from "../protocol/api";
import type { ImageBlock } from "../protocol/types";

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
}

export function pictureOf(sid: string, block: ImageBlock): Picture | undefined {
  const name = block.filename || block.alt_text || "picture";
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
  };
}
