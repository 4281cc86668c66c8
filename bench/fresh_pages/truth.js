// The words that can be seen, [[line, x, y, width, height, text]…], in pixels of the picture. What is clipped, covered, outside or marked
// with data-skip is left out; pieces that stand together without a space are one word.
(() => {
  const scale = devicePixelRatio, pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const clipped = (box, element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (at instanceof SVGElement && !(at instanceof SVGSVGElement)) continue;
      if (getComputedStyle(at).overflow === 'visible') continue;
      const edge = at.getBoundingClientRect();
      if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 2 || box.bottom > edge.bottom + 2) return true;
    }
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  };
  const covered = (box, element) => {
    const spots = element instanceof SVGElement ? [[0.5, 0.5]] : [[0.15, 0.5], [0.5, 0.2], [0.5, 0.8], [0.85, 0.5]];
    return spots.some(([across, down]) => {
      const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
      return top && !top.contains(element) && !element.contains(top);
    });
  };
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement, style = getComputedStyle(element);
    if (['SCRIPT', 'STYLE'].includes(element.tagName) || style.visibility !== 'visible' || element.closest('[data-skip]')) continue;
    for (const match of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = [...range.getClientRects()].filter(box => box.width > 0 && box.height > 0);
      const box = range.getBoundingClientRect();
      const turned = element instanceof SVGElement;
      const seen = boxes.length > 0 && (turned || boxes.every(one => Math.abs(one.top - boxes[0].top) < 2)) && !clipped(box, element) && !covered(box, element);
      pieces.push({ text: match[0], box, seen, turned, open: match.index === 0, ends: match.index + match[0].length === node.data.length,
                    block: element.closest('p, div, td, th, li, tr, h1, h2, h3, pre, section, button, text, label') });
    }
  }
  const words = [];
  let line = 0, last = null;
  for (const piece of pieces) {
    const beside = last && !piece.turned && !last.turned && Math.abs(piece.box.bottom - last.box.bottom) < piece.box.height / 2;
    if (beside && last.ends && piece.open && Math.abs(piece.box.left - last.box.right) < 1.6) {
      last.text += piece.text;
      last.box = new DOMRect(last.box.left, Math.min(last.box.top, piece.box.top), piece.box.right - last.box.left, Math.max(last.box.height, piece.box.height));
      last.ends = piece.ends;
      last.seen &&= piece.seen;
      continue;
    }
    if (!(beside && piece.block === last.block)) line += 1;
    last = { ...piece, line };
    words.push(last);
  }
  return words.filter(word => word.seen).map(({ line, box, text }) => [line, box.left * scale, box.top * scale, box.width * scale, box.height * scale, text]);
})()
