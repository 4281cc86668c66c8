// One picture on the table: zoomed and moved, with the places of answers on it, its words to be selected, and a box to
// be drawn.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { closeTo, holds, isTall, ofCorners, toPicture, toScreen, type Point, type Rect, type Size } from "../looking/rect";
import type { Reading } from "../protocol/types";
import type { Picture } from "../state/pictures";
import { chosen, flight, identityOf, lightUp, lit, loadReading, marks, readingOf, type Mark } from "../state/table";
import { AskLine } from "./ask_line";
import { useGestures } from "./gestures";
import { usePanZoom, type PanZoom } from "./pan_zoom";
import { TextLayer } from "./text_layer";

const AIR = 2; // between a frame and what it is around
const withAir = (box: Rect): Rect => ({ x: box.x - AIR, y: box.y - AIR, width: box.width + 2 * AIR, height: box.height + 2 * AIR });

// Where its number covers no word: beside a line, above what is larger, otherwise wherever there is room.
const TAB = { width: 18, height: 18 };
function tabOf(box: Rect, room: Size, taken: Rect[]): { name: string; rect: Rect } {
  const beside = box.y + (box.height - TAB.height) / 2;
  const places: Record<string, Point> = {
    before: { x: box.x - TAB.width - 3, y: beside },
    behind: { x: box.x + box.width + 3, y: beside },
    "": { x: box.x, y: box.y - TAB.height - 3 },
    below: { x: box.x, y: box.y + box.height + 3 },
  };
  const order = box.height < 28 ? ["before", "behind", "", "below"] : ["", "before", "behind", "below"];
  const isInside = ({ x, y }: Point) => x >= 0 && y >= 0 && x + TAB.width <= room.width && y + TAB.height <= room.height;
  const isFree = ({ x, y }: Point) => !taken.some((word) => x < word.x + word.width && word.x < x + TAB.width && y < word.y + word.height && word.y < y + TAB.height);
  const possible = order.filter((name) => isInside(places[name] as Point));
  const name = possible.find((each) => isFree(places[each] as Point)) ?? possible[0] ?? "inside";
  return { name, rect: { ...(places[name] ?? box), ...TAB } };
}

function tabsOf(all: Mark[], zoom: PanZoom, reading: Reading | null): string[] {
  if (all.length === 0) return [];
  const taken = (reading?.words ?? []).map((word) => toScreen(zoom.view, ofCorners(word.box)));
  return all.map((mark) => {
    const { name, rect } = tabOf(withAir(toScreen(zoom.view, mark.rect)), zoom.room, taken);
    taken.push(rect);
    return name;
  });
}

export function MarkBox({ mark, zoom, tab, onPress }: { mark: Mark; zoom: PanZoom; tab: string; onPress: () => void }) {
  const box = withAir(toScreen(zoom.view, mark.rect));
  const isLit = lit.value === mark.id;
  return (
    <div
      class={`mark hue-${mark.hue % 8} ${isLit ? "lit" : ""} ${box.height < 28 ? "of-line" : ""}`}
      data-mark={mark.id}
      style={{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` }}
    >
      <button
        type="button"
        class={`tab ${tab}`}
        aria-label={`${mark.n}: ${mark.label || "place"}`}
        title={mark.label}
        onMouseEnter={() => lightUp(mark.id)}
        onMouseLeave={() => lightUp(null)}
        onFocus={() => lightUp(mark.id)}
        onBlur={() => lightUp(null)}
        onClick={onPress}
      >
        {mark.n}
      </button>
    </div>
  );
}

function Minimap({ picture, zoom, size }: { picture: Picture; zoom: PanZoom; size: Size }) {
  const drawn = size.height * zoom.view.scale;
  if (!isTall(size) || drawn <= zoom.room.height) return null;
  const height = Math.min(zoom.room.height - 24, (size.height / size.width) * 56);
  const share = height / drawn;
  const top = Math.max(0, -zoom.view.y * share);
  const go = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const node = event.currentTarget as HTMLElement;
    const y = event.clientY - node.getBoundingClientRect().top;
    zoom.place({ ...zoom.view, y: zoom.room.height / 2 - y / share });
  };
  return (
    <div class="minimap" style={{ height: `${height}px` }} aria-hidden="true" onPointerDown={go} onPointerMove={go}>
      <img src={picture.url} alt="" draggable={false} />
      <div class="minimap-view" style={{ top: `${top}px`, height: `${Math.min(height - top, zoom.room.height * share)}px` }} />
    </div>
  );
}

const STAY_MS = 120;

// Whoever leafs through a document wants the page they stop at; drawing one takes the daemon a moment.
function useStayed(picture: Picture): boolean {
  const [stayed, setStayed] = useState("");
  useEffect(() => {
    if (!picture.page) return;
    const timer = setTimeout(() => setStayed(picture.key), STAY_MS);
    return () => clearTimeout(timer);
  }, [picture.key]);
  return !picture.page || stayed === picture.key;
}

export function Viewer({ picture, tools }: { picture: Picture; tools: (zoom: PanZoom) => void }) {
  const [natural, setNatural] = useState<{ key: string; size: Size } | null>(null);
  const [broken, setBroken] = useState("");
  const loaded = natural?.key === picture.key;
  const isHere = useStayed(picture);
  const size: Size = loaded && natural ? natural.size : { width: picture.width, height: picture.height };
  const zoom = usePanZoom(size, identityOf(picture));
  const [drawing, setDrawing] = useState<Rect | null>(null);
  const [made, setMade] = useState<"drawn" | "by keys" | "of text">("drawn"); // only one that is drawn takes the keyboard at once
  const space = useRef(false);
  const [isPanning, setPanning] = useState(false);
  const reading = readingOf(picture)?.value ?? null;
  const picked = chosen.value;
  tools(zoom);

  const gestures = useGestures({
    zoom,
    size,
    canDraw: true,
    isSpaceDown: () => space.current,
    onDraw: (rect) => {
      chosen.value = null;
      setDrawing(rect);
    },
    onDrawn: (rect) => {
      setDrawing(null);
      setMade("drawn");
      chosen.value = rect;
    },
    onPress: () => {
      setDrawing(null);
      chosen.value = null;
    },
  });

  const flown = flight.value;
  useEffect(() => {
    if (!flown || flown.to !== identityOf(picture) || zoom.room.width === 0) return;
    flight.value = null;
    zoom.flyTo(flown.rect);
  }, [flown?.count, identityOf(picture), zoom.room.width > 0]);

  const isMarked = marks.value.length > 0; // its numbers cover no words
  useEffect(() => {
    if (isMarked) loadReading(picture);
  }, [picture.key, isMarked]);

  const onSelect = useCallback((rect: Rect | null) => {
    setMade("of text");
    chosen.value = rect;
  }, []);

  const whatIsAt = (at: Point): Rect | null => {
    const point = toPicture(zoom.view, at);
    const all = [
      ...marks.value.map((mark) => mark.rect),
      ...(reading?.elements ?? []).map((each) => ofCorners(each.box)),
      ...(reading?.words ?? []).map((each) => ofCorners(each.box)),
    ].filter((rect) => holds(rect, point));
    return all.sort((a, b) => a.width * a.height - b.width * b.height)[0] ?? null;
  };

  const onDblClick = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("button, .ask, .minimap")) return;
    const at = zoom.at(event);
    const found = whatIsAt(at);
    if (found) {
      const target = closeTo(found, size, zoom.room);
      if (Math.abs(target.scale / zoom.view.scale - 1) > 0.05) return zoom.flyToView(target);
      return zoom.fit();
    }
    zoom.zoom(zoom.view.scale > 1.5 ? 1 / zoom.view.scale : 2.5, at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== zoom.pane.current) return;
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === " ") {
      space.current = true;
      setPanning(true);
      return handled();
    }
    if (event.key === "b") {
      const middle = toPicture(zoom.view, { x: zoom.room.width / 2, y: zoom.room.height / 2 });
      const width = Math.min(size.width, zoom.room.width / 3 / zoom.view.scale);
      const height = Math.min(size.height, zoom.room.height / 4 / zoom.view.scale);
      const x = Math.max(0, Math.min(size.width - width, middle.x - width / 2));
      const y = Math.max(0, Math.min(size.height - height, middle.y - height / 2));
      setMade("by keys"); // the arrows move it; Enter goes to the line
      chosen.value = { x, y, width, height };
      return handled();
    }
    if (picked && event.key === "Escape") {
      chosen.value = null;
      return handled();
    }
    if (picked && event.key === "Enter") {
      setMade("drawn");
      return handled();
    }
    if (picked && event.key.startsWith("Arrow")) {
      const step = Math.max(1, 12 / zoom.view.scale);
      const dx = event.key === "ArrowLeft" ? -step : event.key === "ArrowRight" ? step : 0;
      const dy = event.key === "ArrowUp" ? -step : event.key === "ArrowDown" ? step : 0;
      const next = event.shiftKey
        ? { ...picked, width: Math.max(4, picked.width + dx), height: Math.max(4, picked.height + dy) }
        : { ...picked, x: picked.x + dx, y: picked.y + dy };
      next.x = Math.max(0, Math.min(next.x, size.width - next.width));
      next.y = Math.max(0, Math.min(next.y, size.height - next.height));
      chosen.value = next;
      return handled();
    }
    if (zoom.key(event)) handled();
  };

  const onMove = (event: PointerEvent) => {
    gestures.onPointerMove(event);
    if (event.buttons !== 0 || (event.target as HTMLElement).closest(".tab")) return;
    const point = toPicture(zoom.view, zoom.at(event));
    const over = marks.value.findLast((mark) => holds(mark.rect, point));
    const id = over?.id ?? null;
    if (lit.value !== id) lightUp(id);
  };

  const picture_ = toScreen(zoom.view, { x: 0, y: 0, ...size });
  const box = drawing ?? picked;
  const onScreen = box ? toScreen(zoom.view, box) : null;
  const tabs = tabsOf(marks.value, zoom, reading);
  const isReady = size.width > 0 && zoom.room.width > 0;
  return (
    <div
      class={`stage ${isPanning ? "panning" : ""}`}
      ref={zoom.pane}
      tabIndex={0}
      role="group"
      aria-label={`${picture.name}. Arrow keys move, plus and minus zoom, 0 fits, z is 100 percent, b makes a box to ask about.`}
      onPointerDown={gestures.onPointerDown}
      onPointerMove={onMove}
      onPointerUp={gestures.onPointerUp}
      onPointerCancel={gestures.onPointerCancel}
      onPointerEnter={() => loadReading(picture)}
      onPointerLeave={() => lightUp(null)}
      onFocus={() => loadReading(picture)}
      onDblClick={onDblClick}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => {
        if (event.key !== " ") return;
        space.current = false;
        setPanning(false);
      }}
    >
      <img
        key={picture.key}
        class={`picture ${zoom.view.scale >= 3 ? "pixels" : ""}`}
        src={isHere ? picture.url : undefined}
        alt={picture.name}
        draggable={false}
        onError={() => setBroken(picture.key)}
        onLoad={(event) => {
          const image = event.currentTarget;
          setNatural({ key: picture.key, size: { width: image.naturalWidth, height: image.naturalHeight } });
        }}
        style={{
          width: `${picture_.width}px`,
          height: `${picture_.height}px`,
          transform: `translate(${picture_.x}px, ${picture_.y}px)`,
          visibility: isReady ? "visible" : "hidden",
        }}
      />
      {!loaded && (
        <p class="stage-wait" role="status">
          {broken === picture.key ? "This picture cannot be shown." : <><span class="spinner" /> Loading…</>}
        </p>
      )}
      {reading && isReady && (
        <div class="text-frame" style={{ transform: `translate(${zoom.view.x}px, ${zoom.view.y}px) scale(${zoom.view.scale})` }}>
          <TextLayer reading={reading} onSelect={onSelect} />
        </div>
      )}
      {isReady && marks.value.map((mark, i) => <MarkBox key={mark.id} mark={mark} zoom={zoom} tab={tabs[i] ?? ""} onPress={() => zoom.flyTo(mark.rect)} />)}
      {onScreen && (
        <div
          class={`selection ${made === "of text" && !drawing ? "of-text" : ""}`}
          style={{ left: `${onScreen.x}px`, top: `${onScreen.y}px`, width: `${onScreen.width}px`, height: `${onScreen.height}px` }}
        />
      )}
      {picked && onScreen && !drawing && (
        <AskLine
          picture={{ ...picture, ...size }}
          rect={picked}
          onScreen={onScreen}
          room={zoom.room}
          takesFocus={made === "drawn"}
          onClose={() => {
            chosen.value = null;
            zoom.pane.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <Minimap picture={picture} zoom={zoom} size={size} />
      <span class="zoom-level num" aria-hidden="true">{Math.round(zoom.view.scale * 100)} %</span>
    </div>
  );
}

