// Run in a page: what it shows, from the DOM. Returns {lines, elements, ignored}, boxes in CSS pixels.
//   lines     every line of text: text, angle (degrees, clockwise), its box, the line itself and its words.
//             `line` is [centre x, centre y, length, height, angle]: from the top of the font's tall letters to the
//             bottom of its descenders, whatever the line says, so that "o" and "O" have boxes of one height.
//   elements  every control: kind, box, label, state; besides what a control shows, "part" (an icon within another
//             control) and "cut" (mostly covered or cut off) are states, of what is neither right nor wrong to find
//   ignored   boxes of what is neither right nor wrong to find: text that is cut off, symbols used as icons
(() => {
    const shown = (element) => {
        const style = getComputedStyle(element);
        return style.visibility === "visible" && style.display !== "none" && parseFloat(style.opacity) > 0.05;
    };
    const inside = (r) => r.width > 1 && r.height > 1 && r.left < innerWidth && r.top < innerHeight && r.right > 0 && r.bottom > 0;
    const box = (r) => [r.left, r.top, r.right - r.left, r.bottom - r.top].map((v) => Math.round(v * 100) / 100);
    // Covered by something else: a menu over a table, the part of a row that is clipped away.
    const onTop = (element, r) => {
        const x = Math.min(innerWidth - 1, Math.max(0, (r.left + r.right) / 2));
        const y = Math.min(innerHeight - 1, Math.max(0, (r.top + r.bottom) / 2));
        const hit = document.elementFromPoint(x, y);
        return hit && (hit === element || element.contains(hit) || hit.contains(element));
    };
    // Cut short by its box, as a long cell is: what is left of the text is not known.
    const isClipped = (element, r) => {
        for (let e = element; e && e !== document.body; e = e.parentElement) {
            const style = getComputedStyle(e);
            if (style.overflowX === "visible" || style.display === "inline") continue;
            const outer = e.getBoundingClientRect();
            if (r.right > outer.right + 1 || r.bottom > outer.bottom + 1 || r.left < outer.left - 1 || r.top < outer.top - 1) return true;
            if (style.textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth) return true;
        }
        return false;
    };
    const angleOf = (element) => Number(element.closest("[data-angle]")?.dataset.angle ?? 0);

    const asShown = (word, element) => {
        const change = getComputedStyle(element).textTransform;
        if (change === "uppercase") return word.toUpperCase();
        if (change === "lowercase") return word.toLowerCase();
        return change === "capitalize" ? word[0].toUpperCase() + word.slice(1) : word;
    };

    // How a font's letters lie in its line box, as shares of the box's height.
    const pen = document.createElement("canvas").getContext("2d");
    const known = new Map();
    const lettersOf = (style) => {
        const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        if (!known.has(font)) {
            pen.font = font;
            const tall = pen.measureText("dbHl"), low = pen.measureText("gpq");
            const height = tall.fontBoundingBoxAscent + tall.fontBoundingBoxDescent;
            known.set(font, {top: (tall.fontBoundingBoxAscent - tall.actualBoundingBoxAscent) / height, bottom: (tall.fontBoundingBoxAscent + low.actualBoundingBoxDescent) / height,
                height: tall.actualBoundingBoxAscent + low.actualBoundingBoxDescent, fontHeight: height});
        }
        return known.get(font);
    };
    const round = (v) => Math.round(v * 100) / 100;

    // A turned label is one element with its angle beside it. Its layout size is what it was before it was turned.
    const turnedLine = (element, angle) => {
        const r = element.getBoundingClientRect(), letters = lettersOf(getComputedStyle(element));
        const vertical = getComputedStyle(element).writingMode !== "horizontal-tb";
        const long = vertical ? element.offsetHeight : element.offsetWidth;
        const pad = ["Left", "Right"].map((s) => parseFloat(getComputedStyle(element)["padding" + s]) + parseFloat(getComputedStyle(element)["border" + s + "Width"]));
        const length = long - (vertical ? 0 : pad[0] + pad[1]);
        const turn = angle * Math.PI / 180, cos = Math.cos(turn), sin = Math.sin(turn);
        const down = ((letters.top + letters.bottom) / 2 - 0.5) * letters.fontHeight;
        const cx = (r.left + r.right) / 2 - sin * down, cy = (r.top + r.bottom) / 2 + cos * down;
        const text = asShown(element.textContent.trim().replace(/\s+/g, " "), element);
        const aabb = (x, y, w, h) => {
            const dx = (Math.abs(w * cos) + Math.abs(h * sin)) / 2, dy = (Math.abs(w * sin) + Math.abs(h * cos)) / 2;
            return box({left: x - dx, right: x + dx, top: y - dy, bottom: y + dy});
        };
        pen.font = getComputedStyle(element).font;
        const whole = pen.measureText(text).width || 1;
        const words = [...text.matchAll(/\S+/g)].map((match) => {
            const from = pen.measureText(text.slice(0, match.index)).width / whole, to = pen.measureText(text.slice(0, match.index + match[0].length)).width / whole;
            const along = ((from + to) / 2 - 0.5) * length;
            return {text: match[0], box: aabb(cx + cos * along, cy + sin * along, (to - from) * length, letters.height)};
        });
        return {box: aabb(cx, cy, length, letters.height), line: [cx, cy, length, letters.height, angle].map(round), text, angle, words};
    };

    // Text nodes, word by word; words on one row of one block make a line.
    const ignored = [];
    const linesOf = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const lines = [], turned = new Set(), done = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement;
            if (!parent || !shown(parent) || parent.closest("script,style,option,svg title,textarea,[data-icon]")) continue;
            const around = parent.closest("[data-angle]");
            if (around) {
                if (!turned.has(around) && around.textContent.trim() && inside(around.getBoundingClientRect())) {
                    const made = turnedLine(around, angleOf(around));
                    if (onTop(around, around.getBoundingClientRect()) && !isClipped(around, around.getBoundingClientRect())) done.push(made);
                    else ignored.push(made.box);
                }
                turned.add(around);
                continue;
            }
            let block = parent;
            while (getComputedStyle(block).display === "inline") block = block.parentElement;
            const letters = lettersOf(getComputedStyle(parent));
            for (const match of node.data.matchAll(/\S+/g)) {
                const range = document.createRange();
                range.setStart(node, match.index);
                range.setEnd(node, match.index + match[0].length);
                for (const piece of [...range.getClientRects()].filter(inside)) {
                    const r = {left: piece.left, right: piece.right, top: piece.top + letters.top * piece.height, bottom: piece.top + letters.bottom * piece.height};
                    r.height = r.bottom - r.top; r.width = r.right - r.left;
                    if (!onTop(parent, r)) continue;
                    const broken = range.getClientRects().length > 1;  // a long word on two rows: what each says is not known
                    if (broken || isClipped(parent, r) || parent.closest("[data-kind=icon]")) {
                        ignored.push(box(r));
                        continue;
                    }
                    const word = {text: asShown(match[0], parent), box: box(r)};
                    const last = lines[lines.length - 1];
                    const same = last && last.block === block && r.left > last.left && r.left - last.right < 1.6 * r.height &&
                        Math.abs((last.top + last.bottom) / 2 - (r.top + r.bottom) / 2) < r.height / 2;
                    const spaced = match.index > 0 ? /\s/.test(node.data[match.index - 1]) : same && r.left - last.right > 0.12 * r.height;
                    // Pieces of highlighted code stand side by side without a space; a chip has its own box.
                    if (same && (spaced || r.left - last.right < 0.3 * r.height)) {
                        if (spaced) last.words.push(word);
                        else {
                            const before = last.words[last.words.length - 1];
                            before.text += word.text;
                            const [x, y, , h] = before.box;
                            before.box = box({left: x, top: Math.min(y, r.top), right: r.right, bottom: Math.max(y + h, r.bottom)});
                        }
                        last.left = Math.min(last.left, r.left); last.right = Math.max(last.right, r.right);
                        last.top = Math.min(last.top, r.top); last.bottom = Math.max(last.bottom, r.bottom);
                    } else {
                        lines.push({block, words: [word], left: r.left, top: r.top, right: r.right, bottom: r.bottom});
                    }
                }
            }
        }
        return [...done, ...lines.map((l) => straight(l, l.words))];
    };
    const straight = (r, words) => ({
        box: box(r), line: [(r.left + r.right) / 2, (r.top + r.bottom) / 2, r.right - r.left, r.bottom - r.top, 0].map(round),
        text: words.map((w) => w.text).join(" "), angle: 0, words,
    });

    // What is typed in a field is no text node: measured with the field's own font.
    const typedIn = (field) => {
        const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.text : field.value || field.placeholder;
        if (!text || field.type === "password" || field.tagName === "TEXTAREA") return null;
        const style = getComputedStyle(field);
        pen.font = style.font;
        const r = field.getBoundingClientRect();
        const left = r.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
        const right = r.right - parseFloat(style.borderRightWidth) - parseFloat(style.paddingRight);
        const width = pen.measureText(text).width;
        if (width > right - left) return null;
        const letters = lettersOf(style);
        const middle = (r.top + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop) + r.bottom - parseFloat(style.borderBottomWidth) - parseFloat(style.paddingBottom)) / 2;
        const top = middle + (letters.top - 0.5) * letters.fontHeight;
        const shape = (from, to) => ({left: left + from, right: left + to, top, bottom: top + letters.height});
        const shownText = asShown(text.trim().replace(/\s+/g, " "), field);
        const words = [...shownText.matchAll(/\S+/g)].map((m) => ({
            text: m[0], box: box(shape(pen.measureText(shownText.slice(0, m.index)).width, pen.measureText(shownText.slice(0, m.index + m[0].length)).width)),
        }));
        return straight(shape(0, width), words);
    };

    // The box of a pseudo-element that draws a control: placed absolutely in the nearest placed element around it.
    const pseudoBox = (e, name) => {
        const style = getComputedStyle(e, "::" + name);
        let outer = e;
        while (outer.parentElement && getComputedStyle(outer).position === "static") outer = outer.parentElement;
        const r = outer.getBoundingClientRect(), around = getComputedStyle(outer);
        const px = (v) => parseFloat(v) || 0;
        const edges = style.boxSizing === "border-box" ? [0, 0] : [["Left", "Right"], ["Top", "Bottom"]].map((two) => two.reduce((sum, s) => sum + px(style["padding" + s]) + px(style["border" + s + "Width"]), 0));
        const left = r.left + px(around.borderLeftWidth) + px(style.left) + px(style.marginLeft), top = r.top + px(around.borderTopWidth) + px(style.top) + px(style.marginTop);
        const width = px(style.width) + edges[0], height = px(style.height) + edges[1];
        return {left, top, right: left + width, bottom: top + height, width, height};
    };
    const boxOf = (e) => {
        const r = e.getBoundingClientRect(), pseudo = e.dataset.pseudo;
        if (!pseudo) return r;
        const p = pseudoBox(e, pseudo.replace("+", ""));
        if (pseudo[0] !== "+") return p;
        const all = {left: Math.min(r.left, p.left), top: Math.min(r.top, p.top), right: Math.max(r.right, p.right), bottom: Math.max(r.bottom, p.bottom)};
        return {...all, width: all.right - all.left, height: all.bottom - all.top};
    };
    // What can be seen of a box: within the window and whatever cuts its content off.
    const visible = (e, r) => {
        let [left, top, right, bottom] = [Math.max(0, r.left), Math.max(0, r.top), Math.min(innerWidth, r.right), Math.min(innerHeight, r.bottom)];
        for (let outer = e.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
            if (getComputedStyle(outer).overflowX === "visible") continue;
            const o = outer.getBoundingClientRect();
            [left, top, right, bottom] = [Math.max(left, o.left), Math.max(top, o.top), Math.min(right, o.right), Math.min(bottom, o.bottom)];
        }
        return {left, top, right, bottom, width: right - left, height: bottom - top};
    };
    // A native control that looks the same when it is disabled does not show it.
    const looks = (e) => ["color", "backgroundColor", "opacity", "borderTopColor", "filter", "backgroundImage", "boxShadow"].map((name) => getComputedStyle(e)[name]).join("|");
    const showsDisabled = (e) => {
        if (!("disabled" in e) || !e.disabled || ["checkbox", "radio", "range"].includes(e.type) && getComputedStyle(e).appearance !== "none") return true;
        const off = looks(e), classes = e.className;
        e.disabled = false;
        e.className = classes.replace(/(^|\s)\S*(disabled|-off)(?=\s|$)/g, "");
        const on = looks(e);
        e.disabled = true;
        e.className = classes;
        return on !== off;
    };

    const kindOf = (e) => {
        const role = e.getAttribute("role"), type = e.type;
        if (e.dataset.kind) return e.dataset.kind === "none" ? null : e.dataset.kind;
        if (e.dataset.icon !== undefined) return "icon";
        if (role === "switch") return "toggle";
        if (role === "tab" || role === "menuitem") return role === "tab" ? "tab" : "menu-item";
        if (e.tagName === "BUTTON" || role === "button" || type === "submit" || type === "button") return "button";
        if (type === "checkbox" || type === "radio") return type;
        if (type === "range") return "slider";
        if (e.tagName === "SELECT") return "select";
        if (e.tagName === "INPUT" || e.tagName === "TEXTAREA") return "field";
        if (e.tagName === "A") return "link";
        if (e.tagName === "PROGRESS") return "progress";
        if (e.tagName === "IMG") return "image";
        return null;
    };
    const stateOf = (e) => {
        const state = [];
        if (e.dataset.state !== undefined) {
            state.push(...e.dataset.state.split(" ").filter((s) => s && (s !== "disabled" || showsDisabled(e))));
            if (e === document.activeElement || e.hasAttribute("data-focus")) state.push("focused");
            return state;
        }
        if (e.disabled || e.getAttribute("aria-disabled") === "true" || e.closest("fieldset[disabled]")) state.push("disabled");
        if (e.checked || e.getAttribute("aria-checked") === "true") state.push(e.getAttribute("role") === "switch" ? "on" : "checked");
        if (e.getAttribute("aria-selected") === "true" || e.getAttribute("aria-current")) state.push("selected");
        if (e.getAttribute("aria-expanded") === "true") state.push("expanded");
        if (e.getAttribute("aria-invalid") === "true") state.push("error");
        if (e === document.activeElement && e !== document.body || e.hasAttribute("data-focus")) state.push("focused");
        return state;
    };
    const elementFromMiddle = (r) => document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    const labelOf = (e) => (e.getAttribute("aria-label") || e.labels?.[0]?.innerText || (e.tagName === "INPUT" ? e.placeholder : e.innerText) || e.alt || "").trim().replace(/\s+/g, " ").slice(0, 80);

    const controls = "button,a[href],input:not([type=hidden]),select,textarea,progress,img[data-kind],[role=button],[role=tab],[role=switch],[role=menuitem],[data-kind],[data-icon]";
    const lines = linesOf();
    const elements = [];
    for (const e of new Set(document.querySelectorAll(controls))) {
        const r = boxOf(e), kind = kindOf(e);
        if (!kind || !shown(e) || !inside(r)) continue;
        const part = kind !== "link" && e.parentElement.closest("button,select,[data-kind]:not([data-kind=none]),[role=tab],[role=menuitem]") ? ["part"] : [];
        // A link on two rows is two boxes.
        for (const piece of kind === "link" ? [...e.getClientRects()].filter(inside) : [r]) {
            const seen = visible(e, piece);
            if (!inside(seen)) continue;
            const hidden = elementFromMiddle(seen)?.dataset?.kind === "none";  // the native input over a drawn one
            const whole = (hidden || onTop(e, seen)) && seen.width * seen.height > 0.6 * piece.width * piece.height;
            if (!whole && elementFromMiddle(seen) === null) continue;
            elements.push({kind, box: box(seen), label: labelOf(e), state: [...stateOf(e), ...part, ...(whole ? [] : ["cut"])]});
        }
        if (!onTop(e, r)) continue;
        if (["field", "select"].includes(kind)) {
            const typed = typedIn(e);
            if (typed) lines.push(typed);
            else ignored.push(box(r));
        }
    }
    return {lines, elements, ignored};
})()
