// Rectangles and the view of a picture: screen = offset + scale * picture. All pure.
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const MAX_SCALE = 16;

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export function rectBetween(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

export function clipped(rect: Rect, size: Size): Rect {
  const x = clamp(rect.x, 0, size.width);
  const y = clamp(rect.y, 0, size.height);
  return {
    x,
    y,
    width: clamp(rect.x + rect.width, 0, size.width) - x,
    height: clamp(rect.y + rect.height, 0, size.height) - y,
  };
}

// Whole pixels that hold all of it.
export function wholePixels(rect: Rect, size: Size): Rect {
  const x = Math.floor(rect.x);
  const y = Math.floor(rect.y);
  const right = Math.min(size.width, Math.ceil(rect.x + rect.width));
  const bottom = Math.min(size.height, Math.ceil(rect.y + rect.height));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

export function union(rects: Rect[]): Rect | undefined {
  const first = rects[0];
  if (!first) return undefined;
  let { x, y } = first;
  let right = x + first.width;
  let bottom = y + first.height;
  for (const each of rects) {
    x = Math.min(x, each.x);
    y = Math.min(y, each.y);
    right = Math.max(right, each.x + each.width);
    bottom = Math.max(bottom, each.y + each.height);
  }
  return { x, y, width: right - x, height: bottom - y };
}

export const holds = (rect: Rect, point: Point) =>
  point.x >= rect.x && point.y >= rect.y && point.x <= rect.x + rect.width && point.y <= rect.y + rect.height;

export const ofCorners = (box: number[]): Rect => ({
  x: box[0] ?? 0,
  y: box[1] ?? 0,
  width: (box[2] ?? 0) - (box[0] ?? 0),
  height: (box[3] ?? 0) - (box[1] ?? 0),
});

// A tall one is as wide as the pane, and begins at its top.
export const isTall = (size: Size) => size.height > size.width * 3;

const MINIMAP = 64; // beside it

export function fitting(size: Size, pane: Size, margin = 16): View {
  const room = { width: Math.max(1, pane.width - 2 * margin), height: Math.max(1, pane.height - 2 * margin) };
  if (isTall(size)) {
    const wide = Math.max(1, room.width - MINIMAP);
    const scale = Math.min(1, wide / size.width);
    const y = size.height * scale < room.height ? (pane.height - size.height * scale) / 2 : margin;
    return { scale, x: margin + (wide - size.width * scale) / 2, y };
  }
  const scale = Math.min(1, room.width / size.width, room.height / size.height);
  return { scale, x: (pane.width - size.width * scale) / 2, y: (pane.height - size.height * scale) / 2 };
}

export function zoomed(view: View, factor: number, at: Point, least: number): View {
  const scale = clamp(view.scale * factor, Math.min(least, 1), MAX_SCALE);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

// Never out of sight: at least a strip of the picture stays in the pane, and what fits is centred.
export function kept(view: View, size: Size, pane: Size): View {
  const along = (offset: number, length: number, room: number) => {
    const drawn = length * view.scale;
    if (drawn <= room) return (room - drawn) / 2;
    return clamp(offset, room - drawn - room / 3, room / 3);
  };
  const wide = isTall(size) ? pane.width - MINIMAP : pane.width;
  return { scale: view.scale, x: along(view.x, size.width, wide), y: along(view.y, size.height, pane.height) };
}

// The rectangle in the middle, with room around it, never larger than needed to see it well.
export function closeTo(rect: Rect, size: Size, pane: Size): View {
  const wanted = Math.min((pane.width * 0.6) / Math.max(rect.width, 1), (pane.height * 0.5) / Math.max(rect.height, 1));
  const scale = clamp(wanted, Math.min(1, fitting(size, pane).scale), 2.5);
  const view = {
    scale,
    x: pane.width / 2 - (rect.x + rect.width / 2) * scale,
    y: pane.height / 2 - (rect.y + rect.height / 2) * scale,
  };
  return kept(view, size, pane);
}

export const toPicture = (view: View, at: Point): Point => ({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale });
export const toScreen = (view: View, rect: Rect): Rect => ({
  x: view.x + rect.x * view.scale,
  y: view.y + rect.y * view.scale,
  width: rect.width * view.scale,
  height: rect.height * view.scale,
});
