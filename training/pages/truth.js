// Run in a page: what it shows, from the DOM. Returns {lines, elements, ignored}, boxes in CSS pixels.
//   lines     every line of text: box, text, angle (0, 90 or 270 degrees, clockwise)
//   elements  every control: kind, box, label, state
//   ignored   boxes of text that is cut off: neither right nor wrong to find
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

    // Text nodes, word by word; words on one row of one block make a line.
    const ignored = [];
    const linesOf = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const lines = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement;
            if (!parent || !shown(parent) || parent.closest("script,style,option,svg title,textarea")) continue;
            let block = parent;
            while (getComputedStyle(block).display.startsWith("inline") && getComputedStyle(block).display === "inline") block = block.parentElement;
            const angle = angleOf(parent);
            for (const match of node.data.matchAll(/\S+/g)) {
                const range = document.createRange();
                range.setStart(node, match.index);
                range.setEnd(node, match.index + match[0].length);
                const rects = [...range.getClientRects()].filter(inside);
                if (!rects.length || !onTop(parent, rects[0])) continue;
                if (isClipped(parent, rects[0])) {
                    ignored.push(box(rects[0]));
                    continue;
                }
                const r = rects[0], word = asShown(match[0], parent);
                const last = lines[lines.length - 1];
                const same = last && last.block === block && last.angle === angle &&
                    (angle ? Math.abs(last.left - r.left) < r.width / 2 : Math.abs((last.top + last.bottom) / 2 - (r.top + r.bottom) / 2) < r.height / 2) &&
                    (angle || r.left - last.right < 2.5 * r.height);
                if (same) {
                    const glued = match.index > 0 ? /\s/.test(node.data[match.index - 1]) : r.left - last.right > 0.12 * r.height;
                    last.text += (glued ? " " : "") + word;
                    last.left = Math.min(last.left, r.left); last.right = Math.max(last.right, r.right);
                    last.top = Math.min(last.top, r.top); last.bottom = Math.max(last.bottom, r.bottom);
                } else {
                    lines.push({block, angle, text: word, left: r.left, top: r.top, right: r.right, bottom: r.bottom});
                }
            }
        }
        return lines.map((l) => ({box: box(l), text: l.text, angle: l.angle}));
    };

    // What is typed in a field is no text node: measured with the field's own font.
    const pen = document.createElement("canvas").getContext("2d");
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
        const height = parseFloat(style.fontSize) * 1.17;
        const middle = (r.top + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop) + r.bottom - parseFloat(style.borderBottomWidth) - parseFloat(style.paddingBottom)) / 2;
        return {box: box({left, right: left + width, top: middle - height / 2, bottom: middle + height / 2}), text: text.trim().replace(/\s+/g, " "), angle: 0};
    };

    const kindOf = (e) => {
        const role = e.getAttribute("role"), type = e.type;
        if (e.dataset.kind) return e.dataset.kind;
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
        if (e.disabled || e.getAttribute("aria-disabled") === "true" || e.closest("fieldset[disabled]")) state.push("disabled");
        if (e.checked || e.getAttribute("aria-checked") === "true") state.push(e.getAttribute("role") === "switch" ? "on" : "checked");
        if (e.getAttribute("aria-selected") === "true" || e.getAttribute("aria-current")) state.push("selected");
        if (e.getAttribute("aria-expanded") === "true") state.push("expanded");
        if (e.getAttribute("aria-invalid") === "true") state.push("error");
        if (e === document.activeElement && e !== document.body) state.push("focused");
        return state;
    };
    const labelOf = (e) => (e.getAttribute("aria-label") || e.labels?.[0]?.innerText || (e.tagName === "INPUT" ? e.placeholder : e.innerText) || e.alt || "").trim().replace(/\s+/g, " ").slice(0, 80);

    const controls = "button,a[href],input:not([type=hidden]),select,textarea,progress,img[data-kind],[role=button],[role=tab],[role=switch],[role=menuitem],[data-kind]";
    const lines = linesOf();
    const elements = [];
    for (const e of new Set(document.querySelectorAll(controls))) {
        const r = e.getBoundingClientRect(), kind = kindOf(e);
        if (!kind || !shown(e) || !inside(r) || !onTop(e, r)) continue;
        elements.push({kind, box: box(r), label: labelOf(e), state: stateOf(e)});
        if (["field", "select"].includes(kind)) {
            const typed = typedIn(e);
            if (typed) lines.push(typed);
        }
    }
    return {lines, elements, ignored};
})()
