// Scrolls a list sideways until one of its items is in sight, and moves nothing else.
import { useEffect, useRef } from "preact/hooks";

const MARGIN = 16;

export function useInSight<T extends HTMLElement>(key: string | undefined) {
  const list = useRef<T>(null);
  useEffect(() => {
    const pane = list.current;
    const item = pane?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!pane || !item) return;
    const box = item.getBoundingClientRect();
    const room = pane.getBoundingClientRect();
    if (box.left < room.left + MARGIN) pane.scrollLeft -= room.left + MARGIN - box.left;
    else if (box.right > room.right - MARGIN) pane.scrollLeft += box.right - room.right + MARGIN;
  }, [key]);
  return list;
}
