// A picture in the conversation: small, in its own shape, one press from the light table.
import { useState } from "preact/hooks";
import type { ImageBlock } from "../protocol/types";
import { pictureOf } from "../state/pictures";
import { show, shown } from "../state/table";
import { dragOf, dropOn } from "./drag";
import { Icon } from "./icon";

const MOST = 168;

export function Thumb({ image, sid }: { image: ImageBlock; sid: string }) {
  const picture = pictureOf(sid, image);
  const [isOver, setOver] = useState(false);
  const name = image.filename || image.alt_text || "picture";
  if (!picture) {
    return (
      <span class="file-chip" title={image.url}>
        <Icon name="link" /> <bdi>{image.url ?? name}</bdi>
      </span>
    );
  }
  const size = image.width && image.height ? `${image.width}×${image.height}` : "";
  const crop = image.crop;
  const shape = crop ? { width: crop[2], height: crop[3] } : { width: picture.width || 4, height: picture.height || 3 };
  const scale = Math.min(MOST / shape.width, 120 / shape.height, crop ? 4 : 1);
  const box = { width: Math.max(40, Math.round(shape.width * scale)), height: Math.max(28, Math.round(shape.height * scale)) };
  const drawn = crop
    ? {
        width: `${(picture.width * scale).toFixed(1)}px`,
        height: `${(picture.height * scale).toFixed(1)}px`,
        left: `${(-crop[0] * scale).toFixed(1)}px`,
        top: `${(-crop[1] * scale).toFixed(1)}px`,
      }
    : {};
  const isShown = shown.value?.key === picture.key;
  return (
    <figure class={`thumb ${isShown ? "shown" : ""} ${isOver ? "over" : ""}`}>
      <button
        type="button"
        class="thumb-button"
        style={{ width: `${box.width}px`, height: `${box.height}px` }}
        aria-label={`Show ${name}${crop ? ", a part of it" : ""}`}
        onClick={() => show(picture.key)}
        {...(crop ? {} : { ...dragOf(picture), ...dropOn(picture, setOver) })}
      >
        <img
          draggable={false}
          class={crop ? "cropped" : ""}
          src={crop ? picture.url : picture.thumb}
          alt=""
          decoding="async"
          style={drawn}
        />
      </button>
      <figcaption title={name}>
        <bdi class="name">{name}</bdi>
        {crop ? <span class="num">part {crop[2]}×{crop[3]}</span> : <span class="num">{size}</span>}
      </figcaption>
    </figure>
  );
}
