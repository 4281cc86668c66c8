// An answer's words. Plain until the renderer is loaded; code is coloured once nothing more is added to it.
import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Spot } from "../looking/grounding";
import { copyText } from "./copy";
import { CITATION, MARK } from "../looking/grounding";

type Render = typeof import("./rendering").render;
const renderer = signal<Render | null>(null);
let asked = false;
export function loadRenderer(): void {
  if (asked) return;
  asked = true;
  import("./rendering").then(
    (module) => (renderer.value = module.render),
    () => (asked = false), // the words stand there plain; tried again with the next
  );
}

interface Props {
  text: string;
  spots?: Spot[];
  isLive?: boolean;
  lit?: number | null;
  onGo?: (target: string) => void;
  onSpot?: (n: number, how: "over" | "out" | "press") => void;
}

const NONE: Spot[] = [];

export function Markdown({ text, spots = NONE, isLive = false, lit = null, onSpot, onGo }: Props) {
  const place = useRef<HTMLDivElement>(null);
  loadRenderer();
  const render = renderer.value;
  const html = useMemo(() => {
    if (!render) return null;
    return render(text, new Map(spots.map((spot) => [spot.n, spot.label])));
  }, [render, text, spots]);

  useEffect(() => {
    if (isLive || html === null || !place.current) return;
    for (const pre of place.current.querySelectorAll("pre")) addCopy(pre);
    for (const table of place.current.querySelectorAll("table")) {
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0; // by keys, too
    }
    for (const block of place.current.querySelectorAll<HTMLElement>("pre code[class*=language-]")) {
      const language = /language-([\w+#-]+)/.exec(block.className)?.[1] ?? "";
      import("./highlighting").then((module) => module.highlight(block, language)).catch(() => {}); // plain, then
    }
  }, [html, isLive]);

  useEffect(() => {
    for (const each of place.current?.querySelectorAll<HTMLElement>("[data-spot]") ?? []) {
      each.classList.toggle("lit", Number(each.dataset["spot"]) === lit);
    }
  }, [lit, html]);

  if (html === null) return <div class="prose plain" dir="auto">{text.replace(MARK, "$1").replace(CITATION, "$2")}</div>;
  const spotOf = (event: Event) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>("[data-spot]");
    return button ? Number(button.dataset["spot"]) : 0;
  };
  const on = (how: "over" | "out" | "press") => (event: Event) => {
    const n = spotOf(event);
    if (n > 0) onSpot?.(n, how);
    const target = (event.target as HTMLElement).closest<HTMLElement>("[data-go]")?.dataset["go"];
    if (how === "press" && target) onGo?.(target);
  };
  return (
    <div
      class="prose"
      dir="auto"
      ref={place}
      onMouseOver={on("over")}
      onMouseOut={on("out")}
      onFocusCapture={on("over")}
      onBlurCapture={on("out")}
      onClick={on("press")}
      // Sanitised in rendering.ts.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function addCopy(pre: HTMLElement): void {
  if (pre.querySelector(".copy-code")) return;
  pre.tabIndex = 0; // it may scroll
  const code = pre.textContent ?? "";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    copyText(code);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  pre.append(button);
}
