"""Pages that are shown or printed: slides, charts, receipts, and letters that go through a scanner."""

import words
from page import PHOTOS, Look, Page, esc, photo


def slide(rng):
    look = Look(rng)
    points = "".join("<li>%s</li>" % esc(words.sentence(rng)) for _ in range(rng.randint(4, 6)))
    table = "<table>%s</table>" % "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % cell for cell in line) for line in (
        [["", "2024", "2025", "2026"]] + [[rng.choice(words.TRADES), words.number(rng), words.number(rng), words.number(rng)] for _ in range(4)]))
    right = rng.choice([table, photo(rng, "width:460px;height:420px;border-radius:8px"), table])
    band = rng.random() < 0.5
    style = look.base(24) + """body{width:1280px;height:720px;position:relative;overflow:hidden}h1{font:700 44px %(font)s;margin:0;padding:44px 64px 26px;%(band)s}main{display:flex;gap:40px;padding:26px 64px}ul{margin:0;padding-left:28px;flex:1;line-height:1.35}li{margin-bottom:14px}td{padding:8px 14px;font-size:22px;border-bottom:2px solid %(line)s;color:%(text)s}
.foot{position:absolute;bottom:20px;left:64px;right:64px;display:flex;justify-content:space-between;font-size:15px;color:%(faint)s}""" % (
        vars(look) | {"font": rng.choice([look.sans, look.serif]), "band": "background:%s;color:%s" % (look.accent, look.on_accent) if band else ""})
    body = "<h1>%s</h1><main><ul>%s</ul><div>%s</div></main><div class=foot><span>%s</span><span>%s</span><span>%d</span></div>%s" % (
        words.capital(rng.choice(words.TOPICS)) + ": " + rng.choice(["where we stand", "the next steps", "what we learned", "risks and costs"]), points, right,
        words.firm(rng), words.date(rng), rng.randint(2, 60), PHOTOS)
    return Page(1280, 720, rng.choice([1, 1.5]), style, body)


def chart(rng):
    look = Look(rng)
    names = rng.choice([
        rng.sample(words.CITIES, 10), [words.capital(rng.choice(words.TRAITS)) + " " + rng.choice(words.THINGS) for _ in range(9)],
        ["%s 20%d" % (month[:3], year) for year in (24, 25) for month in words.MONTHS[:6]], [words.firm(rng) for _ in range(8)]])
    values = [rng.randint(20, 480) for _ in names]
    angle = rng.choice([-45, -60, -90, -30])
    step = 860 / len(names)
    marks = "".join("<line x1=110 x2=990 y1=%d y2=%d stroke=%s /><text x=100 y=%d text-anchor=end font-size=13 fill=%s>%d</text>" % (
        500 - v * 0.8, 500 - v * 0.8, look.line, 505 - v * 0.8, look.faint, v) for v in range(0, 501, 100))
    lined = rng.random() < 0.4
    for at, (name, value) in enumerate(zip(names, values)):
        x = 130 + at * step + step / 2
        if not lined:
            marks += "<rect x=%.1f y=%.1f width=%.1f height=%.1f fill=%s />" % (x - step * 0.32, 500 - value * 0.8, step * 0.64, value * 0.8, look.accent)
        marks += "<text x=%.1f y=%.1f text-anchor=middle font-size=13>%d</text>" % (x, 492 - value * 0.8 - 4 * lined, value)
        marks += "<text x=%.1f y=516 text-anchor=end font-size=13 transform='rotate(%d %.1f 516)'>%s</text>" % (x + 5, angle, x + 5, name)
    if lined:
        marks += "<polyline fill=none stroke=%s stroke-width=2.5 points='%s'/>" % (look.accent, " ".join("%.1f,%.1f" % (130 + at * step + step / 2, 500 - v * 0.8) for at, v in enumerate(values)))
    topic = words.capital(rng.choice(words.TOPICS))
    body = "<svg width=1040 height=700 fill=%s font-family=\"%s\"><text x=50 y=42 font-size=22 font-weight=700>%s</text><text x=50 y=66 font-size=14 fill=%s>%s</text>%s<text x=40 y=330 font-size=14 fill=%s text-anchor=middle transform='rotate(-90 40 330)'>%s</text></svg>" % (
        look.text, look.sans, topic, look.faint, esc(words.sentence(rng)), marks, look.faint, rng.choice(["Visitors per day", "Costs in thousand euros", "Number of orders", "Weight in tonnes"]))
    return Page(1040, 700, rng.choice([1, 1.5]), look.base(14) + "svg{display:block}", body)


def receipt(rng):
    look = Look(rng, dark=False)
    width = 38
    lines = [words.firm(rng).upper().center(width), ("%s %d, %s" % (words.street(rng), rng.randint(1, 99), rng.choice(words.CITIES))).center(width), "", words.short_date(rng) + words.time(rng).rjust(width - 10), "-" * width]
    total = 0
    for _ in range(rng.randint(6, 12)):
        price = rng.randint(50, 4000) / 100
        total += price
        lines.append(("%d x %s" % (rng.randint(1, 4), words.capital(words.thing(rng)))).ljust(width - 9)[:width - 9] + ("%.2f" % price).rjust(9))
    tax = rng.choice([7, 10, 19, 20])
    lines += ["-" * width, "TOTAL".ljust(width - 10) + ("%.2f" % total).rjust(10), ("VAT %d%%" % tax).ljust(width - 10) + ("%.2f" % (total * tax / (100 + tax))).rjust(10), "", "Card **** %d" % rng.randint(1000, 9999), "Receipt %s" % words.reference(rng), "", rng.choice(["Thank you for your visit!", "See you soon", "Keep this receipt"]).center(width)]
    style = "body{margin:0;background:%s}pre{margin:30px auto;width:fit-content;padding:26px 24px;background:#fdfdf8;color:#2c2c2c;font:%dpx/1.42 %s;font-variant-ligatures:none;box-shadow:0 4px 18px #0007}" % (rng.choice(["#777c74", "#5b4a3c", "#d9d9d9", "#32414b"]), rng.choice([14, 16, 18]), look.mono)
    return Page(rng.choice([560, 640, 800]), 500, 1, style, "<pre>%s</pre>" % esc("\n".join(line.rstrip() for line in lines)))


def scan(rng):
    look = Look(rng, dark=False)
    font = rng.choice([look.serif, look.serif, look.sans])
    paragraphs = "".join("<p>%s</p>" % esc(words.prose(rng, 3, 5)) for _ in range(rng.randint(2, 4)))
    table = "<table>%s</table>" % "".join("<tr><td>%s<td>%s<td>%s" % (words.capital(words.thing(rng)), words.number(rng), words.amount(rng)) for _ in range(rng.randint(3, 6)))
    style = "body{margin:0;background:#fdfdfb;color:#1a1a1a;width:%dpx;padding:90px 100px;font:%dpx/1.5 %s}h1{font-size:1.35em}td{padding:4px 26px 4px 0;font-size:%dpx}.r{text-align:right}" % (800, rng.choice([18, 20, 22]), font, rng.choice([18, 20]))
    body = "<b>%s</b><br>%s %d<br>%d %s<div class=r>%s, %s</div><h1>%s</h1><p>Dear %s,</p>%s%s<p>Yours sincerely,<br><br>%s</p>" % (
        words.firm(rng), words.street(rng), rng.randint(1, 99), rng.randint(10000, 99999), rng.choice(words.CITIES), rng.choice(words.CITIES), words.date(rng), words.capital(rng.choice(words.TOPICS)), words.name(rng), paragraphs, table, words.name(rng))
    return Page(1000, 1414, 1, style, body)


KINDS = {"slide": slide, "chart": chart, "receipt": receipt, "scan": scan}
