// A long list of which only what is in sight is in the page. Rows may have any height and may grow; what one looks
// at keeps its place, and the end is followed only while one is there.
import type { ComponentChildren, JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

export interface Row {
  key: string;
  guess: number; // its height, until it is measured
  isNew: boolean; // counted by the pill
  render: () => JSX.Element;
}
interface Props {
  rows: Row[];
  label: string;
  of: string; // another one begins at its end
  said: number; // whoever says something wants to see it
  children?: ComponentChildren;
}

const AROUND = 400; // pixels beyond the edges that are kept ready
const NEAR = 48;

export function Rows({ rows, label, of, said, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const following = useRef(true);
  const lastTop = useRef(0);
  const seen = useRef(0); // rows at the time one left the end
  const [, redraw] = useState(0);
  const [missed, setMissed] = useState(0);

  const offsets = useMemo(() => [] as number[], []);
  let sum = 0;
  rows.forEach((row, i) => {
    offsets[i] = sum;
    sum += heights.current.get(row.key) ?? row.guess;
  });
  offsets.length = rows.length;

  const height = scroller.current?.clientHeight || 900;
  const top = following.current ? Math.max(0, sum - height) : (scroller.current?.scrollTop ?? 0);
  let from = lowerBound(offsets, top - AROUND);
  let to = lowerBound(offsets, top + height + AROUND);
  from = Math.max(0, from - 1);
  to = Math.min(rows.length, to + 1);
  const before = offsets[from] ?? 0;
  const after = sum - (to < rows.length ? (offsets[to] ?? sum) : sum);

  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        const pane = scroller.current;
        if (!pane) return;
        let shift = 0;
        let changed = false;
        for (const entry of entries) {
          const node = entry.target as HTMLElement;
          const key = node.dataset["key"];
          if (!key || !node.isConnected) continue;
          const next = node.offsetHeight;
          const old = heights.current.get(key) ?? Number(node.dataset["guess"]);
          if (next === old) {
            heights.current.set(key, next);
            continue;
          }
          heights.current.set(key, next);
          changed = true;
          if (node.offsetTop + next < pane.scrollTop) shift += next - old;
        }
        if (!changed) return;
        if (!following.current && shift !== 0) {
          pane.scrollTop += shift;
          lastTop.current = pane.scrollTop;
        }
        redraw((n) => n + 1);
      }),
    [],
  );
  useEffect(() => () => observer.disconnect(), [observer]);

  const toEnd = useCallback(() => {
    following.current = true;
    setMissed(0);
    redraw((n) => n + 1);
  }, []);

  useLayoutEffect(() => {
    heights.current.clear();
    toEnd();
  }, [of, toEnd]);

  useLayoutEffect(() => {
    if (said > 0) toEnd();
  }, [said, toEnd]);

  useLayoutEffect(() => {
    const pane = scroller.current;
    if (pane && following.current) {
      pane.scrollTop = pane.scrollHeight;
      lastTop.current = pane.scrollTop;
    }
  });

  const fresh = rows.reduce((n, row) => n + (row.isNew ? 1 : 0), 0);
  useEffect(() => {
    if (following.current) seen.current = fresh;
    else setMissed(Math.max(0, fresh - seen.current));
  }, [fresh]);

  useEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    const watch = new ResizeObserver(() => redraw((n) => n + 1));
    watch.observe(pane);
    return () => watch.disconnect();
  }, []);

  const onScroll = () => {
    const pane = scroller.current;
    if (!pane) return;
    const distance = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
    if (distance < NEAR) {
      following.current = true;
      seen.current = fresh;
      if (missed) setMissed(0);
    } else if (pane.scrollTop < lastTop.current - 1 && following.current) {
      following.current = false;
      seen.current = fresh;
    }
    lastTop.current = pane.scrollTop;
    redraw((n) => n + 1);
  };

  const slots = rows.slice(from, to);
  return (
    <div class="rows">
      <div class="scroller" ref={scroller} onScroll={onScroll} role="region" aria-label={label} tabIndex={0}>
        <div ref={inner} class="rows-inner" style={{ paddingTop: `${before}px`, paddingBottom: `${after}px` }}>
          {slots.map((row) => (
            <Slot key={row.key} name={row.key} guess={row.guess} observer={observer}>
              {row.render()}
            </Slot>
          ))}
        </div>
        {children}
      </div>
      {!following.current && (
        <button type="button" class="pill" onClick={toEnd}>
          ↓ {missed > 0 ? `${missed} new` : "To the end"}
        </button>
      )}
    </div>
  );
}

function Slot({ name, guess, observer, children }: { name: string; guess: number; observer: ResizeObserver; children: ComponentChildren }) {
  const node = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = node.current;
    if (!element) return;
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [observer]);
  return (
    <div class="slot" data-key={name} data-guess={guess} ref={node}>
      {children}
    </div>
  );
}

function lowerBound(sorted: number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
