// About how many tokens a picture will take with the model that is chosen: the daemon's own reckoning, asked once for
// each size.
import { signal } from "@preact/signals";
import * as api from "../protocol/api";
import type { Estimate } from "../protocol/types";
import { ApiError } from "../protocol/http";
import { patch, type Attachment } from "./draft";
import { sentence } from "./page";
import { modelInUse } from "./talk";

// What is behind an address is looked at once, by the daemon: its size is known then, or why it cannot be sent.
const looked = new Set<string>();
export function lookAt(item: Attachment): void {
  if (item.kind !== "address" || !item.url || item.width > 0 || item.refused || looked.has(item.id)) return;
  looked.add(item.id);
  api.lookAt(item.url, modelInUse.peek()).then(
    ({ width, height, mime, bytes }) => patch(item.id, { width, height, mime, bytes }),
    (error: Error & { advice?: string }) => {
      if (error instanceof ApiError) patch(item.id, { refused: { reason: sentence(error.message), advice: error.advice } });
      else looked.delete(item.id); // when it is drawn again
    },
  );
}

const known = signal<ReadonlyMap<string, Estimate>>(new Map());
const asked = new Set<string>();

export function estimateOf(item: Attachment): Estimate | undefined {
  const size = item.crop ?? item;
  const model = modelInUse.value;
  if ((item.kind !== "picture" && item.kind !== "address") || !model || size.width < 1 || size.height < 1) return undefined;
  const query = { model, width: Math.ceil(size.width), height: Math.ceil(size.height), mime: item.file?.type ?? item.mime ?? "image/png" };
  const key = JSON.stringify(query);
  if (!asked.has(key)) {
    asked.add(key);
    api.estimate(query).then(
      (estimate) => (known.value = new Map([...known.peek(), [key, estimate]])),
      () => asked.delete(key), // asked again when it is drawn again
    );
  }
  return known.value.get(key);
}
