"""Invented style sheets for controls: what no library has is drawn in a thousand other ways.

`css` draws everything that `KIT` marks up; a page of a library takes toggles, tabs and menus from here where the
library has none of its own.
"""

from __future__ import annotations

import random
from dataclasses import replace

from training.pages.kit import CHEVRON, Kit, native

svg = lambda width, height, inside: f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" fill="currentColor">{inside}</svg>'
line = lambda points, thick: f'<path d="{points}" fill="none" stroke="currentColor" stroke-width="{thick}"/>'
ARROWS = (  # at a select's end
    CHEVRON, CHEVRON, svg(10, 6, '<path d="M0 0h10L5 6z"/>'), svg(8, 5, '<path d="M0 0h8L4 5z"/>'), svg(12, 8, line("M1 1l5 5 5-5", 1.2)), svg(14, 9, line("M2 2l5 5 5-5", 2.4)),
    svg(10, 16, '<path d="M1 6h8L5 1zM1 10h8l-4 5z"/>'), svg(10, 16, line("M1 6l4-4 4 4M1 10l4 4 4-4", 1.6)), svg(9, 13, line("M1 5l3.500-4 3.500 4M1 8l3.500 4 3.500-4", 1.2)),
    "<span>▾</span>", "<span>▼</span>", '<span style="font-size:.7em">▼</span>', "<span>⌄</span>",
    '<span style="border-left:1px solid var(--edge);padding-left:8px;display:inline-flex">' + svg(9, 6, '<path d="M0 0h9L4.500 6z"/>') + "</span>",
    '<span style="background:var(--accent);color:#fff;border-radius:4px;padding:3px 4px;display:inline-flex;margin:-2px -4px">' + svg(8, 12, line("M1 5l3-4 3 4M1 7l3 4 3-4", 1.5)) + "</span>",
    '<span style="background:var(--soft);border-left:1px solid var(--edge);padding:4px 6px;margin:-4px -6px;display:inline-flex">' + svg(8, 5, '<path d="M0 0h8L4 5z"/>') + "</span>",
)
KIT = Kit(
    ("",), ("x-b x-main", "x-b", "x-b x-line", "x-b x-soft", "x-b x-small", "x-b x-main x-small"), off="x-off", field="x-f", wrong="x-wrong",
    select=f'<div class="x-s{{disabled? x-off}}{{error? x-wrong}}" {{mark:select}}><span>{{label}}</span>{CHEVRON}</div>',
    checkbox=native("checkbox", "x-c"), radio=native("radio", "x-r"), card="x-card",
)


def kit(rng: random.Random) -> Kit:
    """`KIT`; a page keeps one kind of arrow, and some style the browser's own select."""
    if rng.random() < 0.15:
        return replace(KIT, select="x-f")
    return replace(KIT, select=KIT.select.replace(CHEVRON, rng.choice(ARROWS)))


TOGGLE = '<span class="x-t{on? x-on}{disabled? x-off}" {mark:toggle} data-pseudo="+after"></span> <span>{label}</span>'
TABS = ('<div class="x-tabs">{items}</div>',)
TAB = '<span class="x-tab{on? x-on}{disabled? x-off}" {mark:tab}>{label}</span>'
MENUS = ('<div class="x-menu">{items}</div>',)
ITEM = '<div class="x-item{on? x-on}{disabled? x-off}" {mark:menu-item}>{label}</div>'
TICKS = (  # how a ticked box shows it, over the accent or beside it
    "background-image:linear-gradient(45deg,transparent 40%,#fff 40% 60%,transparent 60%)",
    "background-image:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M3 8l4 4 6-8' fill='none' stroke='white' stroke-width='2.5'/></svg>\")",
    "background-image:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M4 4l8 8M12 4l-8 8' fill='none' stroke='white' stroke-width='2'/></svg>\")",
    "box-shadow:inset 0 0 0 3px var(--ground)",
)


def scheme(rng: random.Random) -> dict[str, str]:
    """Colours that go together, light or dark."""
    hue, dark = rng.randint(0, 359), rng.random() < 0.35
    warm = rng.randint(0, 12)
    ground = f"hsl({hue} {warm}% {rng.randint(7, 20) if dark else rng.randint(94, 100)}%)"
    return {
        "ground": ground, "ink": f"hsl({hue} {warm}% {rng.randint(80, 97) if dark else rng.randint(5, 28)}%)",
        "raised": f"hsl({hue} {warm}% {rng.randint(15, 28) if dark else rng.randint(96, 100)}%)",
        "edge": f"hsl({hue} {warm}% {rng.randint(26, 45) if dark else rng.randint(68, 88)}%)",
        "soft": f"hsl({hue} {warm + 5}% {rng.randint(22, 32) if dark else rng.randint(86, 94)}%)",
        "dim": f"hsl({hue} {warm}% {rng.randint(45, 60) if dark else rng.randint(45, 65)}%)",
        "accent": f"hsl({rng.randint(0, 359)} {rng.randint(45, 95)}% {rng.randint(38, 58)}%)",
        "bad": f"hsl({rng.choice((350, 355, 0, 0, 5, 10))} {rng.randint(60, 90)}% {rng.randint(42, 58)}%)",
    }


def buttons(rng: random.Random) -> str:
    high, wide, round_ = rng.randint(3, 11), rng.randint(8, 22), rng.choice((0, 2, 3, 4, 6, 8, 12, 40))
    main = rng.choice(("background:var(--accent)", "background:linear-gradient(#fff4,transparent),var(--accent)", "background:var(--ink);color:var(--ground)"))
    plain = rng.choice(("background:var(--soft)", "background:var(--raised);border-color:var(--edge)", "background:linear-gradient(#fff3,#0001),var(--soft);border-color:var(--edge)", "background:var(--raised);box-shadow:0 1px 3px #0004"))
    line = rng.choice(("border-color:var(--accent);color:var(--accent)", "border-color:currentColor", "border-color:var(--edge)"))
    off = rng.choice(("opacity:.4", "opacity:.5", "opacity:.65", "background:var(--soft);color:var(--dim);border-color:var(--edge)", "filter:grayscale(1);opacity:.55", "background:transparent;color:var(--dim);border-color:var(--edge)", "background:var(--edge);color:var(--ground);border-color:transparent"))
    loud = rng.choice(("", "", "text-transform:uppercase;letter-spacing:.05em", "font-weight:600", "font-weight:bold"))
    shade = rng.choice(("", "", "box-shadow:0 2px 4px #0003", "box-shadow:0 3px 0 #0004"))
    return (
        f".x-b{{font:inherit;color:inherit;display:inline-flex;gap:6px;align-items:center;justify-content:center;border:{rng.choice((1, 1, 1, 2))}px solid transparent;border-radius:{round_}px;padding:{high}px {wide}px;{plain};{loud};{shade}}}"
        f".x-main{{{main};color:#fff;border-color:transparent}}.x-line{{background:transparent;{line};box-shadow:none}}.x-soft{{background:color-mix(in srgb,var(--accent) 18%,var(--ground));color:var(--accent);border-color:transparent;box-shadow:none}}"
        f".x-small{{padding:{max(1, high - 4)}px {max(5, wide - 6)}px;font-size:.88em}}.x-b.x-off,.x-b:disabled{{{off};box-shadow:none}}"
    )


def fields(rng: random.Random) -> str:
    shape = rng.choice((
        "border:1px solid var(--edge);background:var(--raised)", "border:1px solid var(--edge);background:transparent", "border:2px solid var(--edge);background:var(--raised)",
        "border:0 solid var(--edge);border-bottom-width:1px;background:transparent", "border:0 solid var(--edge);border-bottom-width:2px;background:var(--soft)",
        "border:1px solid transparent;background:var(--soft)", "border:1px solid var(--edge);background:var(--raised);box-shadow:inset 0 1px 3px #0003",
    ))
    wrong = rng.choice(("border-color:var(--bad)!important", "border-color:var(--bad)!important;box-shadow:0 0 0 2px color-mix(in srgb,var(--bad) 30%,transparent)", "border:2px solid var(--bad)!important", "border-color:var(--bad)!important;background:color-mix(in srgb,var(--bad) 10%,var(--ground))", "outline:1px solid var(--bad);border-color:var(--bad)!important", "border:0 solid var(--bad)!important;border-bottom-width:2px!important", "background:color-mix(in srgb,var(--bad) 18%,var(--ground))!important;border-color:var(--bad)!important", "box-shadow:inset 0 0 0 1px var(--bad)!important"))
    off = rng.choice(("opacity:.5", "background:var(--soft);color:var(--dim)", "background:var(--soft);opacity:.6", "border-style:dashed;color:var(--dim)"))
    return (
        f".x-f,.x-s{{font:inherit;color:inherit;box-sizing:border-box;{shape};border-radius:{rng.choice((0, 2, 4, 6, 8, 20))}px;padding:{rng.randint(3, 10)}px {rng.randint(6, 14)}px}}"
        f".x-s{{display:inline-flex;gap:10px;align-items:center;justify-content:space-between;min-width:{rng.randint(70, 220)}px;white-space:nowrap}}.x-s svg{{flex:none}}"
        f".x-wrong{{{wrong}}}.x-f.x-off,.x-f:disabled,.x-s.x-off{{{off}}}::placeholder{{color:var(--dim)}}"
    )


def boxes(rng: random.Random) -> str:
    if rng.random() < 0.3:
        return f".x-c,.x-r{{accent-color:var(--accent);width:{rng.randint(13, 20)}px;height:auto;aspect-ratio:1;margin:0;vertical-align:middle}}"
    side, thick = rng.randint(12, 22), rng.choice((1, 1, 1.5, 2))
    tick = rng.choice(TICKS)
    dot = rng.choice((f"box-shadow:inset 0 0 0 {max(2, side // 4)}px var(--ground);background:var(--accent)", f"border-width:{max(3, side // 3)}px;background:#fff", "background:radial-gradient(var(--accent) 38%,transparent 44%)"))
    off = rng.choice(("opacity:.4", "opacity:.5", "filter:grayscale(1);opacity:.6;background-color:var(--soft)"))
    return (
        f".x-c,.x-r{{appearance:none;box-sizing:border-box;width:{side}px;height:{side}px;margin:0;vertical-align:middle;border:{thick}px solid {rng.choice(('var(--edge)', 'var(--dim)', 'currentColor'))};background:{rng.choice(('var(--raised)', 'transparent', 'var(--soft)'))};border-radius:{rng.choice((0, 2, 3, 4, 6))}px;flex:none}}"
        f".x-r{{border-radius:50%}}.x-c:checked{{background:var(--accent) center/contain no-repeat;border-color:var(--accent);{tick}}}.x-r:checked{{border-color:var(--accent);{dot}}}.x-c:disabled,.x-r:disabled{{{off}}}"
    )


def toggles(rng: random.Random) -> str:
    high = rng.randint(14, 30)
    wide, gap = round(high * rng.uniform(1.6, 2.3)), rng.choice((1, 2, 2, 3, 4))
    knob, round_ = high - 2 * gap, rng.choice((50, 50, 50, 4, 2))
    kind = rng.random()
    if kind < 0.2:  # the knob is higher than its track
        knob, track, top = high, f"height:{round(high * .6)}px", f"top:{-round(high * .2)}px"
        from_, to = 0, wide - knob
    else:
        track, top, from_, to = f"height:{high}px", f"top:{gap}px", gap, wide - knob - gap
    border = rng.choice(("", "", "box-shadow:inset 0 0 0 1px var(--dim);"))
    words = rng.random() < 0.12
    texts = f".x-t::before{{content:'OFF';font-size:{max(7, high // 2 - 1)}px;position:absolute;right:4px;line-height:{high}px}}.x-t.x-on::before{{content:'ON';left:5px;right:auto;color:#fff}}" if words and wide > 2 * high and kind >= 0.2 else ""
    on = rng.choice(("var(--accent)", "var(--accent)", "#34c759", "hsl(210 90% 50%)", "var(--ink)"))
    return (
        f".x-t{{display:inline-block;position:relative;flex:none;box-sizing:border-box;vertical-align:middle;width:{wide}px;{track};border-radius:{high if round_ == 50 else round_}px;background:{rng.choice(('var(--edge)', 'var(--dim)', 'var(--soft)'))};{border}}}"
        f".x-t::after{{content:'';position:absolute;width:{knob}px;height:{knob}px;left:{from_}px;{top};border-radius:{round_}{'%' if round_ == 50 else 'px'};background:{rng.choice(('#fff', '#fff', '#fff', 'var(--raised)'))};box-shadow:0 0 {rng.choice((1, 2, 3))}px #0006}}"
        f".x-t.x-on{{background:{on}}}.x-t.x-on::after{{left:{to}px}}.x-t.x-off{{opacity:{rng.choice(('.4', '.5'))}}}{texts}"
    )


def rows_of(rng: random.Random) -> str:
    """Tabs and menus."""
    high, wide = rng.randint(4, 12), rng.randint(8, 20)
    tab = rng.choice((
        ".x-tabs{border-bottom:1px solid var(--edge)}.x-tab.x-on{box-shadow:inset 0 -2px var(--accent);color:var(--accent)}",
        ".x-tabs{border-bottom:1px solid var(--edge)}.x-tab.x-on{box-shadow:inset 0 -3px var(--accent);font-weight:bold}",
        ".x-tabs{border-bottom:1px solid var(--edge)}.x-tab{border:1px solid transparent;border-bottom:0;border-radius:5px 5px 0 0}.x-tab.x-on{border-color:var(--edge);background:var(--raised)}",
        ".x-tabs{background:var(--soft);padding:3px;border-radius:8px;width:max-content;max-width:100%}.x-tab{border-radius:6px}.x-tab.x-on{background:var(--raised);box-shadow:0 1px 3px #0004}",
        ".x-tab{border-radius:20px}.x-tab.x-on{background:var(--accent);color:#fff}",
        ".x-tab{border:1px solid var(--edge);margin-right:-1px}.x-tab.x-on{background:var(--accent);color:#fff;border-color:var(--accent)}",
        ".x-tab{background:var(--soft);margin-right:2px}.x-tab.x-on{background:var(--ground);box-shadow:inset 0 2px var(--accent)}",
    ))
    chosen = rng.choice(("background:var(--accent);color:#fff", "background:var(--soft);font-weight:600", "background:color-mix(in srgb,var(--accent) 16%,transparent);color:var(--accent)", "box-shadow:inset 3px 0 var(--accent);background:var(--soft)"))
    frame = rng.choice(("border:1px solid var(--edge);box-shadow:0 4px 12px #0003;background:var(--raised)", "background:var(--raised);box-shadow:0 2px 10px #0005", "background:var(--soft)", "border-right:1px solid var(--edge)"))
    return (
        f".x-tabs{{display:flex;gap:{rng.choice((0, 0, 2, 6))}px;flex-wrap:wrap}}.x-tab{{padding:{high}px {wide}px;white-space:nowrap}}{tab}.x-tab.x-off,.x-item.x-off{{opacity:.4}}"
        f".x-menu{{{frame};border-radius:{rng.choice((0, 4, 8))}px;padding:{rng.choice((0, 4, 6))}px;width:{rng.randint(150, 260)}px;box-sizing:border-box}}.x-item{{display:flex;gap:8px;align-items:center;padding:{rng.randint(3, 10)}px {rng.randint(6, 16)}px;border-radius:{rng.choice((0, 0, 4, 6))}px;white-space:nowrap;overflow:hidden}}.x-item.x-on{{{chosen}}}"
    )


def focus(rng: random.Random) -> str:
    ring = rng.choice(("outline:2px solid var(--accent);outline-offset:2px", "outline:none;box-shadow:0 0 0 3px color-mix(in srgb,var(--accent) 45%,transparent)", "outline:2px solid var(--accent)", "outline:1px dotted currentColor;outline-offset:1px", "outline:3px solid #f9b000", "outline:none;border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)", "outline:2px solid currentColor;outline-offset:1px", "outline:none;border-color:var(--accent)", "outline:none;box-shadow:0 0 0 2px var(--ground),0 0 0 4px var(--accent)", "outline:2px solid #005fcc;outline-offset:1px", "outline:none;border-bottom:2px solid var(--accent)"))
    return f".x-b:focus,.x-f:focus,.x-s:focus,.x-c:focus,.x-r:focus,a:focus{{{ring}}}"


def css(rng: random.Random, whole: bool) -> str:
    """`whole`: also the page's ground and text; otherwise a library draws those."""
    colours = scheme(rng)
    if not whole:
        colours |= {"ground": "#fff", "raised": "#fff", "ink": "#222", "edge": "#bbb", "soft": "#e8e8e8", "dim": "#888"}
    names = "".join(f"--{name}:{value};" for name, value in colours.items())
    link = rng.choice(("color:var(--accent);text-decoration:underline", "color:var(--accent);text-decoration:none", "color:hsl(215 80% 50%);text-decoration:underline", "color:inherit;text-decoration:underline"))
    page = f"body{{background:var(--ground);color:var(--ink)}}a[href]{{{link}}}.x-card{{background:{rng.choice(('var(--raised)', 'transparent', 'var(--ground)'))};border:1px solid {rng.choice(('var(--edge)', 'var(--edge)', 'transparent'))};border-radius:{rng.choice((0, 4, 8, 14))}px;padding:{rng.randint(8, 22)}px}}" if whole else ""
    return f":root{{{names}}}{page}" + "".join(part(rng) for part in (buttons, fields, boxes, toggles, rows_of, focus))
