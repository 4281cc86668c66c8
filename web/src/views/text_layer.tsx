// The words that were recognised, transparent, where they stand: selected and copied like any text.
import { memo } from "./memo";
import { useEffect, useRef } from "preact/hooks";
import { ofCorners, union, type Rect } from "../looking/rect";
import type { Reading, Word } from "../protocol/types";

let pen: CanvasRenderingContext2D | null | undefined;
function naturalWidth(text: string, height: number): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return height * text.length * 0.5;
  pen.font = `${height}px sans-serif`;
  return pen.measureText(text).width || 1;
}

export function textOf(words: Word[]): string {
  let text = "";
  words.forEach((word, i) => {
    const next = words[i + 1];
    const [, top = 0, , bottom = 0] = word.box;
    const isLast = !next || (next.box[1] ?? 0) > top + (bottom - top) * 0.6 || (next.box[0] ?? 0) < (word.box[0] ?? 0);
    text += word.text + (next ? (isLast ? "\n" : " ") : "");
  });
  return text;
}

export const wordsIn = (reading: Reading, rect: Rect) =>
  reading.words.filter((word) => {
    const box = ofCorners(word.box);
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    return x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height;
  });

interface Props {
  reading: Reading;
  onSelect: (rect: Rect | null) => void;
}

export const TextLayer = memo(function TextLayer({ reading, onSelect }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = (): Word[] => {
      const selection = document.getSelection();
      if (!selection || selection.isCollapsed || !layer.current) return [];
      const range = selection.getRangeAt(0);
      if (!layer.current.contains(range.commonAncestorContainer)) return [];
      const spans = [...layer.current.children];
      return reading.words.filter((_, i) => spans[i] && range.intersectsNode(spans[i]));
    };
    const onUp = () => {
      const words = chosen();
      if (words.length > 0) onSelect(union(words.map((word) => ofCorners(word.box))) ?? null);
    };
    const onCopy = (event: ClipboardEvent) => {
      const words = chosen();
      if (words.length === 0) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", textOf(words));
    };
    document.addEventListener("pointerup", onUp);
    document.addEventListener("copy", onCopy);
    return () => {
      document.removeEventListener("pointerup", onUp);
      document.removeEventListener("copy", onCopy);
    };
  }, [reading, onSelect]);

  return (
    <div class="text-layer" ref={layer}>
      {reading.words.map((word, i) => {
        const { x, y, width, height } = ofCorners(word.box);
        const size = Math.max(4, height);
        const stretch = width / naturalWidth(word.text, size);
        return (
          <span
            class="word"
            key={i}
            style={{
              left: `${x}px`,
              top: `${y}px`,
              fontSize: `${size}px`,
              lineHeight: `${size}px`,
              height: `${size}px`,
              transform: `scaleX(${stretch.toFixed(4)})`,
            }}
          >
            {word.text}
          </span>
        );
      })}
    </div>
  );
});
