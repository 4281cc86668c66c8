// Zoom and pan of what lies in a pane: wheel and pinch at the pointer, keys, flights to a place.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { closeTo, fitting, kept, zoomed, type Point, type Rect, type Size, type View } from "../looking/rect";

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const FLIGHT_MS = 200;

export interface PanZoom {
  pane: RefObject<HTMLDivElement | null>;
  room: Size;
  view: View;
  place: (view: View) => void;
  move: (dx: number, dy: number) => void;
  zoom: (factor: number, at?: Point) => void;
  flyTo: (rect: Rect) => void;
  flyToView: (view: View) => void;
  fit: () => void;
  actual: (at?: Point) => void;
  key: (event: KeyboardEvent) => boolean;
  at: (event: { clientX: number; clientY: number }) => Point;
}

export function usePanZoom(size: Size, identity: string): PanZoom {
  const pane = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<View>({ scale: 1, x: 0, y: 0 });
  const now = useRef({ view, room, size, fitted: true });
  now.current.size = size;
  now.current.room = room;
  now.current.view = view;
  const flying = useRef(0);

  const set = useCallback((next: View) => {
    now.current.view = next;
    setView(next);
  }, []);
  const place = useCallback(
    (next: View) => {
      cancelAnimationFrame(flying.current);
      now.current.fitted = false;
      set(kept(next, now.current.size, now.current.room));
    },
    [set],
  );

  useLayoutEffect(() => {
    const node = pane.current;
    if (!node) return;
    const measure = () => setRoom({ width: node.clientWidth, height: node.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, [identity]);

  // Another picture, or another room while it fitted: it fits again.
  const shownFor = useRef("");
  useLayoutEffect(() => {
    if (room.width === 0 || size.width === 0) return;
    if (shownFor.current !== `${identity} ${size.width} ${size.height}` || now.current.fitted) {
      shownFor.current = `${identity} ${size.width} ${size.height}`;
      cancelAnimationFrame(flying.current);
      now.current.fitted = true;
      set(fitting(size, room));
    } else set(kept(now.current.view, size, room));
  }, [identity, room.width, room.height, size.width, size.height, set]);

  const flyToView = useCallback(
    (target: View) => {
      cancelAnimationFrame(flying.current);
      if (wantsStillness()) return set(target);
      const start = now.current.view;
      const begun = performance.now();
      const step = (time: number) => {
        const part = Math.min(1, (time - begun) / FLIGHT_MS);
        const eased = 1 - (1 - part) ** 3;
        const between = (a: number, b: number) => a + (b - a) * eased;
        set({ scale: between(start.scale, target.scale), x: between(start.x, target.x), y: between(start.y, target.y) });
        if (part < 1) flying.current = requestAnimationFrame(step);
      };
      flying.current = requestAnimationFrame(step);
    },
    [set],
  );
  const flyTo = useCallback(
    (rect: Rect) => {
      if (now.current.room.width === 0) return;
      now.current.fitted = false;
      flyToView(closeTo(rect, now.current.size, now.current.room));
    },
    [flyToView],
  );
  const zoom = useCallback(
    (factor: number, at?: Point) => {
      const { view: from, room: inside, size: whole } = now.current;
      const middle = at ?? { x: inside.width / 2, y: inside.height / 2 };
      place(zoomed(from, factor, middle, fitting(whole, inside).scale * 0.5));
    },
    [place],
  );
  const move = useCallback(
    (dx: number, dy: number) => place({ ...now.current.view, x: now.current.view.x + dx, y: now.current.view.y + dy }),
    [place],
  );
  const fit = useCallback(() => {
    now.current.fitted = true;
    flyToView(fitting(now.current.size, now.current.room));
  }, [flyToView]);
  const actual = useCallback(
    (at?: Point) => {
      const { view: from, room: inside, size: whole } = now.current;
      const middle = at ?? { x: inside.width / 2, y: inside.height / 2 };
      now.current.fitted = false;
      flyToView(kept(zoomed(from, 1 / from.scale, middle, 0.01), whole, inside));
    },
    [flyToView],
  );
  const at = useCallback((event: { clientX: number; clientY: number }) => {
    const box = pane.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }, []);

  useEffect(() => {
    const node = pane.current;
    if (!node) return;
    const onWheel = (event: WheelEvent) => {
      if ((event.target as HTMLElement).closest(".ask, .minimap")) return;
      event.preventDefault();
      if (event.shiftKey) return move(-(event.deltaY || event.deltaX), 0);
      const unit = event.deltaMode === 1 ? 16 : 1;
      zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), at(event));
    };
    // A drag here is never a scroll that goes on by itself, which would swallow the next tap.
    const onTouchMove = (event: TouchEvent) => event.preventDefault();
    node.addEventListener("wheel", onWheel, { passive: false });
    node.addEventListener("touchmove", onTouchMove, { passive: false });
    return () => {
      node.removeEventListener("wheel", onWheel);
      node.removeEventListener("touchmove", onTouchMove);
    };
  }, [identity, zoom, move, at]);

  const key = useCallback(
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const step = event.shiftKey ? 200 : 60;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => move(step, 0),
        ArrowRight: () => move(-step, 0),
        ArrowUp: () => move(0, step),
        ArrowDown: () => move(0, -step),
        PageDown: () => move(0, -now.current.room.height * 0.9),
        PageUp: () => move(0, now.current.room.height * 0.9),
        "+": () => zoom(1.25),
        "=": () => zoom(1.25),
        "-": () => zoom(0.8),
        "0": fit,
        z: () => actual(),
      };
      const act = acts[event.key];
      act?.();
      return act !== undefined;
    },
    [move, zoom, fit, actual],
  );

  return { pane, room, view, place, move, zoom, flyTo, flyToView, fit, actual, key, at };
}
