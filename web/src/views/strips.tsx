// Pages of a document and frames of a recording: a strip each, with their numbers and times.
import { useEffect, useState } from "preact/hooks";
import * as api from "../protocol/api";
import type { FileBlock, ImageBlock } from "../protocol/types";
import { frameOf, pageKey, pictureOf } from "../state/pictures";
import { show, showPage, shown } from "../state/table";
import { plural } from "./format";
import { Icon } from "./icon";

const counts = new Map<string, number>();

export function PageStrip({ file, sid }: { file: FileBlock; sid: string }) {
  const id = file.file_id;
  const [pages, setPages] = useState(counts.get(id ?? "") ?? 0);
  useEffect(() => {
    if (!id || counts.has(id)) return;
    api.filePages(sid, id).then(
      (count) => {
        counts.set(id, count);
        setPages(count);
      },
      () => {}, // its name is shown, and that is all there is
    );
  }, [id, sid]);
  const name = file.filename ?? file.url ?? file.type;
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
        <ol tabIndex={0} aria-label={`Pages of ${name}`}>
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

export function FrameStrip({ images, sid }: { images: ImageBlock[]; sid: string }) {
  const name = frameOf(images[0] ?? { type: "image" })?.of ?? "recording";
  return (
    <div class="strip">
      <span class="strip-name">
        <Icon name="file" />
        <bdi>{name}</bdi>
        <span class="num">{plural(images.length, "frame")}</span>
      </span>
      <ol tabIndex={0} aria-label={`Frames of ${name}`}>
        {images.map((image, i) => {
          const picture = pictureOf(sid, image);
          const time = frameOf(image)?.time ?? "";
          return (
            picture && (
              <li key={i}>
                <button type="button" class="strip-item" aria-pressed={shown.value?.key === picture.key} aria-label={`Show the frame at ${time}`} onClick={() => show(picture.key)}>
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
