// Pages of a document and frames of a recording: a strip each, with their numbers and times.
import { useEffect } from "preact/hooks";
import * as api from "../protocol/api";
import type { FileBlock, ImageBlock } from "../protocol/types";
import { frameOf, pageKey, pictureOf } from "../state/pictures";
import { loadPageCount, pageCounts, show, showPage, shown } from "../state/table";
import { plural } from "./format";
import { Icon } from "./icon";
import { useInSight } from "./in_sight";

export function PageStrip({ file, sid }: { file: FileBlock; sid: string }) {
  const id = file.file_id;
  const pages = pageCounts.value.get(id ?? "") ?? 0;
  useEffect(() => {
    if (id) loadPageCount(sid, id);
  }, [id, sid]);
  const name = file.filename ?? file.url ?? file.type;
  const row = useInSight<HTMLOListElement>(id && shown.value?.key.startsWith(`${id} `) ? `${shown.value.key} ${pages}` : "");
  return (
    <div class="strip">
      <span class="strip-name">
        <Icon name="file" />
        {id ? (
          <a href={api.filePath(sid, id)} target="_blank" rel="noopener">
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
        {pages > 0 && <span class="num">{plural(pages, "page")}</span>}
      </span>
      {id && pages > 0 && (
        <ol tabIndex={0} aria-label={`Pages of ${name}`} ref={row}>
          {Array.from({ length: pages }, (_, i) => (
            <li key={i}>
              <button type="button" class="strip-item" aria-pressed={shown.value?.key === pageKey(id, i + 1)} aria-label={`Show page ${i + 1}`} onClick={() => showPage(file, i + 1)}>
                <img src={api.pagePath(sid, id, i + 1, "thumb")} alt="" loading="lazy" />
                {i + 1}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

export function FrameStrip({ images, sid, isCut }: { images: ImageBlock[]; sid: string; isCut: boolean }) {
  const name = frameOf(images[0] ?? { type: "image" })?.of ?? "recording";
  const row = useInSight<HTMLOListElement>(shown.value?.key);
  return (
    <div class="strip">
      <span class="strip-name">
        <Icon name="film" />
        <bdi>{name}</bdi>
        <span class="num">{plural(images.length, "frame")}</span>
        {isCut && <span class="amber-text">The file ends before its recording does.</span>}
      </span>
      <ol tabIndex={0} aria-label={`Frames of ${name}`} ref={row}>
        {images.map((image, i) => {
          const picture = pictureOf(sid, image);
          const time = frameOf(image)?.time ?? "";
          return (
            picture && (
              <li key={i}>
                <button type="button" class="strip-item frame" aria-pressed={shown.value?.key === picture.key} aria-label={`Show the frame at ${time}`} onClick={() => show(picture.key)}>
                  <img src={picture.thumb} alt="" loading="lazy" />
                  {time}
                </button>
              </li>
            )
          );
        })}
      </ol>
    </div>
  );
}
