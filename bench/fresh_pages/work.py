"""Pages of people at work: editors, diffs, terminals, spreadsheets, tables of an administration."""

import re

import words
from page import Look, Page, esc, rows

KEYWORDS = re.compile(
    r"\b(import|from|def|return|class|if|not|for|in|with|as|raise|const|let|export|async|await|function|throw|new|type|interface|namespace|constexpr"
    r"|bool|void|int|char|auto|package|func|defer|struct|create|table|select|where|and|or|group by|order by|limit|join|left|on|having)\b")
STRING = re.compile(r"(&quot;.*?&quot;|\".*?\"|'.*?'|`.*?`)")
COMMENT = re.compile(r"((?:#|//|--) .*)$")


def coloured(line, look):
    text = esc(line)
    colours = ("#6a9955", "#ce9178", "#569cd6") if look.dark else ("#6e7781", "#0a3069", "#cf222e")
    comment = COMMENT.search(text)
    head, tail = (text[:comment.start()], comment.group(1)) if comment else (text, "")
    parts = STRING.split(head)
    for at, part in enumerate(parts):
        if at % 2:
            parts[at] = "<span style=color:%s>%s</span>" % (colours[1], part)
        else:
            parts[at] = KEYWORDS.sub("<span style=color:%s>\\1</span>" % colours[2], part)
    return "".join(parts) + ("<span style=color:%s>%s</span>" % (colours[0], tail) if tail else "")


def ide(rng):
    look = Look(rng, dark=rng.random() < 0.7)
    width, height = rng.choice([(1440, 900), (1600, 900), (1920, 1080), (1280, 800)])
    size, step = rng.choice([(13, 20), (14, 22), (12, 18)]) if height > 800 else (12, 18)
    language, name, source = words.source(rng)
    first = rng.choice([1, rng.randint(20, 380)])
    lines = "".join("<div><span class=no>%d</span>%s</div>" % (first + at, coloured(line, look) or " ") for at, line in enumerate(source))
    files = sorted({words.source(rng)[1] for _ in range(9)} | {name})
    tree = "".join("<div class='%s'>%s</div>" % ("file here" if file == name else "file", file) for file in files)
    spot = rng.randint(0, len(source) - 1)
    problems = "".join("<div class=problem><b style=color:%s>%s</b> &nbsp; %s &nbsp; <span class=faint>%s:%d</span></div>" % (
        kind, what, esc(text), name, first + at) for kind, what, text, at in [
            ("#e5534b", "error", "'%s' is not defined in this scope" % rng.choice(words.NOUNS), spot),
            ("#e5534b", "error", "expected %d arguments, but got %d" % (rng.randint(2, 4), rng.randint(5, 6)), max(0, spot - 3)),
            ("#b08800", "warning", "unused variable '%s'" % rng.choice(words.NOUNS), min(len(source) - 1, spot + 2))])
    style = look.base(13) + """
.bar{background:%(raised)s;height:34px;line-height:34px;padding:0 14px;border-bottom:1px solid %(line)s;white-space:nowrap}.bar span{margin-right:18px}
.tree{position:absolute;left:0;top:35px;bottom:24px;width:220px;background:%(raised)s;line-height:23px}.file{padding-left:34px}.here{background:%(line)s}
.tabs{position:absolute;left:221px;top:35px;height:34px;line-height:34px}.tabs span{padding:0 16px;display:inline-block}.tab{border-bottom:2px solid %(accent)s;height:32px}
.code{position:absolute;left:221px;top:78px;white-space:pre;font-family:%(mono)s;font-variant-ligatures:none}.no{display:inline-block;width:46px;margin-right:20px;text-align:right;color:%(faint)s}
.panel{position:absolute;left:221px;right:0;bottom:24px;height:150px;background:%(raised)s;border-top:1px solid %(line)s;padding:8px 16px}.problem{line-height:24px}
.status{position:absolute;left:0;right:0;bottom:0;height:24px;line-height:24px;font-size:12px;background:%(accent)s;color:%(on_accent)s;padding:0 12px}.status span{margin-right:22px}.faint{color:%(faint)s}
.code div{height:%(step)dpx;line-height:%(step)dpx;font-size:%(size)dpx}.over{overflow:hidden;height:%(room)dpx;position:absolute;left:0;top:0;right:0}""" % (
        vars(look) | {"step": step, "size": size, "room": height - 175})
    body = ("<div class=over><div class=bar><span>File</span><span>Edit</span><span>View</span><span>Run</span><span>Terminal</span><span>Help</span>"
            "<span>%s</span></div><div class=tabs><span class=tab>%s</span><span>%s</span></div><div class=code>%s</div></div><div class=tree><div style='padding:6px 14px'>EXPLORER</div>%s</div>"
            "<div class=panel><div style='margin-bottom:6px'><b>Problems</b> &nbsp; Output &nbsp; Terminal</div>%s</div>"
            "<div class=status><span>%s</span><span>%d errors</span><span>Ln %d, Col %d</span><span>UTF-8</span><span>LF</span><span>%s</span></div>") % (
        words.firm(rng), name, rng.choice(files), lines, tree, problems, rng.choice(["main", "develop", "fix-" + rng.choice(words.NOUNS)]), rng.randint(2, 40),
        first + spot, rng.randint(1, 60), {"py": "Python", "ts": "TypeScript", "cpp": "C++", "go": "Go", "sql": "SQL"}[language])
    return Page(width, height, 1, style, body)


def diff(rng):
    look = Look(rng)
    add, gone = ("#12361f", "#4a1e22") if look.dark else ("#dafbe1", "#ffebe9")
    files = []
    for _ in range(2):
        _, name, source = words.source(rng)
        start = rng.randint(0, len(source) - 12)
        old = new = rng.randint(3, 300)
        lines, plus, minus = "", 0, 0
        for line in source[start:start + 13]:
            if line.strip() and rng.random() < 0.3:
                changed = re.sub(r"\b[a-z]{4,}\b", lambda found: rng.choice(words.NOUNS), line, count=1)
                lines += "<tr style=background:%s><td>%d<td><td>- %s<tr style=background:%s><td><td>%d<td>+ %s" % (gone, old, esc(line), add, new, esc(changed))
                plus, minus = plus + 1, minus + 1
            else:
                lines += "<tr><td>%d<td>%d<td>&nbsp; %s" % (old, new, esc(line))
            old, new = old + 1, new + 1
        files.append("<div class=file><div class=head><span>src/%s</span><span>+%d −%d</span></div><table>%s</table></div>" % (name, plus, minus, lines))
    style = look.base(14) + """body{padding:18px 30px}h1{font-size:21px;margin:4px 0 10px}.faint{color:%(faint)s}.file{border:1px solid %(line)s;border-radius:6px;margin-top:16px;overflow:hidden}
.head{display:flex;justify-content:space-between;background:%(raised)s;padding:8px 14px;font:13px %(mono)s}table{border-collapse:collapse;width:100%%}td{font:%(size)dpx/20px %(mono)s;font-variant-ligatures:none;white-space:pre;padding:0 8px;color:%(text)s}
td:nth-child(-n+2){width:36px;text-align:right;color:%(faint)s}""" % (vars(look) | {"size": rng.choice([12, 13])})
    body = "<h1>%s <span class=faint>#%d</span></h1><div class=faint>%s wants to merge %d commits into main</div><p>%s</p>%s" % (
        words.capital("%s the %s" % (rng.choice(words.VERBS), rng.choice(words.TOPICS))), rng.randint(10, 4000), words.name(rng), rng.randint(1, 9),
        words.sentence(rng), "".join(files))
    return Page(rng.choice([1280, 1440]), 500, 1, style, body)


def terminal(rng):
    look = Look(rng, dark=rng.random() < 0.8)
    user = "%s@%s" % (rng.choice(words.FIRST).lower(), rng.choice(words.FIRMS).lower())
    prompt = "<span style=color:#4e9a06>%s</span>:<span style=color:%s>~/%s</span>$ " % (user, look.accent, rng.choice(words.NOUNS))

    def listing():
        return prompt + "ls -l\n" + "".join("-rw-r--r-- 1 %s staff %7d %s %2d %s %s\n" % (
            user.split("@")[0], rng.randint(90, 900000), rng.choice(words.MONTHS)[:3], rng.randint(1, 28), words.time(rng), words.source(rng)[1]) for _ in range(rng.randint(5, 8)))

    def log():
        levels = [("INFO", "#4e9a06"), ("WARN", "#c4a000"), ("ERROR", "#e5534b")]
        text = prompt + "tail -n 9 service.log\n"
        for _ in range(9):
            level, colour = rng.choice(levels)
            text += "%s %s:%02d <span style=color:%s>%-5s</span> [%s] %s\n" % (
                words.short_date(rng), words.time(rng), rng.randint(0, 59), colour, level, rng.choice(words.NOUNS), esc(words.sentence(rng)[:64].rsplit(" ", 1)[0]))
        return text

    def tests():
        noun = rng.choice(words.NOUNS)
        text = prompt + "ctest --output-on-failure\n"
        for at in range(1, 7):
            text += "%d/6 Test #%d: %s.%s_%s ..... %s %5.2f sec\n" % (
                at, at, noun, rng.choice(words.VERBS), rng.choice(words.NOUNS), rng.choice(["Passed", "Passed", "<span style=color:#e5534b>Failed</span>"]), rng.uniform(0.01, 9))
        return text + "Total Test time (real) = %.2f sec\n" % rng.uniform(3, 30)

    def commits():
        return prompt + "git log --oneline\n" + "".join("<span style=color:#c4a000>%s</span> %s the %s\n" % (
            words.code(rng), words.capital(rng.choice(words.VERBS)), rng.choice(words.TOPICS)) for _ in range(7))

    parts = rng.sample([listing, log, tests, commits], 3)
    size = rng.choice([14, 15, 16])
    style = look.base(size, look.mono) + "pre{margin:0;padding:12px 14px;font:%dpx/%dpx %s;font-variant-ligatures:none}.bar{background:%s;font:13px %s;text-align:center;padding:8px}" % (
        size, size + 6, look.mono, look.raised, look.sans)
    return Page(rng.choice([1100, 1200, 1280]), 500, 1, style, "<div class=bar>%s</div><pre>%s%s</pre>" % (user, "".join(part() for part in parts), prompt))


def spreadsheet(rng):
    look = Look(rng, dark=False)
    columns = rng.randint(7, 10)
    heads = ["Item", "Place", "Owner", "Date"] + rng.sample(["Price", "Pieces", "Weight", "Total", "Rate", "Margin", "Stock", "Share", "Costs"], columns - 4)
    body = "<tr><td>%s" % "".join("<th>%s" % chr(65 + at) for at in range(columns))
    body += "<tr class=h><td>1%s" % "".join("<td>%s" % head for head in heads)
    for row in range(2, rng.randint(24, 32)):
        cells = [words.capital(words.thing(rng)), rng.choice(words.CITIES), words.name(rng), words.short_date(rng)]
        cells += [rng.choice([words.amount(rng), str(rng.randint(1, 900)), "%.1f%%" % rng.uniform(0, 99)]) for _ in heads[4:]]
        body += "<tr><td>%d%s" % (row, "".join("<td class='%s'>%s" % ("n" if at > 3 else "", esc(cell)) for at, cell in enumerate(cells)))
    green = rng.choice(["#107c41", "#1a6fb3", "#5b3a8c"])
    style = look.base(13) + """body{background:#fff;color:#222}.bar{background:%s;color:#fff;padding:9px 14px}.menu{background:#f3f3f3;padding:7px 14px}.menu span{margin-right:22px}.fx{padding:6px 14px;border-bottom:1px solid #ccc}
table{border-collapse:collapse;white-space:nowrap}td,th{border:1px solid #d9d9d9;padding:2px 8px;height:21px;font:13px %s;color:#222}th,tr>td:first-child{background:#f0f0f0;color:#666;text-align:center;min-width:26px}.h td{font-weight:700}.n{text-align:right}""" % (green, look.sans)
    head = "<div class=bar>%s %d - %s</div><div class=menu>%s</div><div class=fx>%s%d &nbsp; fx &nbsp; =SUM(F2:F%d)</div>" % (
        words.capital(rng.choice(words.TOPICS)), rng.randint(2019, 2029), words.firm(rng), "".join("<span>%s</span>" % word for word in "File Edit View Insert Format Data Help".split()),
        rng.choice("EFG"), rng.randint(2, 20), rng.randint(9, 30))
    return Page(1440, 600, 1, style, head + "<table>%s</table>" % body)


def admin(rng):
    look = Look(rng)
    states = [("active", "#1a7f37"), ("blocked", "#cf222e"), ("pending", "#9a6700"), ("archived", "#777777")]
    lines = ""
    for _ in range(36):
        state, colour = rng.choice(states)
        cells = [words.reference(rng), words.name(rng), words.mail(rng), words.firm(rng), rng.choice(words.CITIES), words.short_date(rng), words.number(rng), words.amount(rng)]
        lines += "<tr>%s<td><span class=tag style='background:%s'>%s</span><td>Edit &nbsp; Delete" % ("".join("<td>%s" % esc(cell) for cell in cells), colour, state)
    size = rng.choice([11, 12, 13])
    style = look.base(size) + """.bar{background:%(accent)s;color:%(on_accent)s;padding:11px 20px;font-size:14px}.bar span{margin-right:24px}main{padding:12px 20px}h1{font-size:18px;margin:4px 0 10px}
table{border-collapse:collapse;width:100%%}th{text-align:left;background:%(raised)s}td,th{padding:3px 7px;border-bottom:1px solid %(line)s;white-space:nowrap;font-size:%(size)dpx;color:%(text)s}tr:nth-child(even) td{background:%(raised)s}.tag{color:#fff;border-radius:3px;padding:1px 6px}""" % (vars(look) | {"size": size})
    heads = ["Number", "Customer", "E-mail", "Company", "City", "Since", "Orders", "Balance", "State", "Actions"]
    body = "<div class=bar>%s</div><main><h1>Customers</h1><p>Showing 1 to 36 of %s entries</p><table>%s%s</table></main>" % (
        "".join("<span>%s</span>" % word for word in ["Dashboard", "Customers", "Orders", "Products", "Reports", "Log out"]), words.number(rng), rows([heads], "th"), lines)
    return Page(rng.choice([1440, 1600, 1920]), 600, 1, style, body)


KINDS = {"ide": ide, "diff": diff, "terminal": terminal, "spreadsheet": spreadsheet, "admin": admin}
