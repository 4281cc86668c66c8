// Pointers on a picture: one draws (or pans, with Space or the middle button), two pinch and pan.
import { useRef } from "preact/hooks";
import { clipped, rectBetween, toPicture, type Point, type Rect, type Size } from "../looking/rect";
import type { PanZoom } from "./pan_zoom";

const SMALLEST = 6; // screen pixels: less is a press, not a box

interface Options {
  zoom: PanZoom;
  size: Size;
  canDraw: boolean;
  isSpaceDown: () => boolean;
  onDraw: (rect: Rect | null) => void; // while it is drawn
  onDrawn: (rect: Rect) => void;
  onPress: (at: Point) => void;
}

export function useGestures({ zoom, size, canDraw, isSpaceDown, onDraw, onDrawn, onPress }: Options) {
  const pointers = useRef(new Map<number, Point>());
  const mode = useRef<"none" | "draw" | "pan" | "pinch">("none");
  const start = useRef<Point>({ x: 0, y: 0 });
  const rect = useRef<Rect | null>(null);

  const onPointerDown = (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    // A finger may begin a pinch on a number; that it is pressed is told by its own click.
    const isFingerOnTab = target.classList.contains("tab") && event.pointerType === "touch";
    if (target.closest("button, input, .ask, .minimap") && !isFingerOnTab) return;
    if (target.classList.contains("word") && event.pointerType === "mouse" && !event.shiftKey && event.button === 0) return;
    if (event.button === 2) return;
    if (!isFingerOnTab) {
      event.preventDefault();
      zoom.pane.current?.focus({ preventScroll: true });
      document.getSelection()?.removeAllRanges();
      zoom.pane.current?.setPointerCapture(event.pointerId);
    }
    const at = zoom.at(event);
    pointers.current.set(event.pointerId, at);
    if (pointers.current.size === 2) {
      if (mode.current === "draw") onDraw(null);
      rect.current = null;
      mode.current = "pinch";
      return;
    }
    start.current = at;
    mode.current = isSpaceDown() || event.button === 1 || !canDraw ? "pan" : "draw";
  };

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const at = zoom.at(event);
    if (mode.current === "pan") zoom.move(at.x - before.x, at.y - before.y);
    if (mode.current === "pinch") {
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const distance = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
        const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
        zoom.move((at.x - before.x) / 2, (at.y - before.y) / 2);
        zoom.zoom(distance(at) / distance(before), middle);
      }
    }
    pointers.current.set(event.pointerId, at);
    if (mode.current === "draw") {
      const drawn = rectBetween(start.current, at);
      if (!rect.current && Math.max(drawn.width, drawn.height) < SMALLEST) return;
      rect.current = clipped(rectBetween(toPicture(zoom.view, start.current), toPicture(zoom.view, at)), size);
      onDraw(rect.current);
    }
  };

  const onPointerUp = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return;
    const was = mode.current;
    if (pointers.current.size === 0) mode.current = "none";
    if (was !== "draw") return;
    const drawn = rect.current;
    rect.current = null;
    if (drawn && drawn.width >= 1 && drawn.height >= 1) onDrawn(drawn);
    else onPress(zoom.at(event));
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
