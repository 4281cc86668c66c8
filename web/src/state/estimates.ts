// About how many tokens a picture will take with the model that is chosen: the daemon's own reckoning, asked once for
// each size.
import { signal } from "@preact/signals";
import * as api from "../protocol/api";
import type { Estimate } from "../protocol/types";
import type { Attachment } from "./draft";
import { models } from "./sessions";
import { modelInUse } from "./talk";

const known = signal<ReadonlyMap<string, Estimate>>(new Map());
const asked = new Set<string>();

export function estimateOf(item: Attachment): Estimate | undefined {
  const size = item.crop ?? item;
  const model = modelInUse.value || models.value?.default;
  if (item.kind !== "picture" || !model || size.width < 1 || size.height < 1) return undefined;
  const query = { model, width: Math.ceil(size.width), height: Math.ceil(size.height), mime: item.file?.type ?? "image/png" };
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
