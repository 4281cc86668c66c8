"""Pages of every day: chats, mail, forms, shops, maps, phones."""

import words
from page import PHOTOS, Look, Page, esc, photo


def chat(rng):
    look = Look(rng)
    people = [words.name(rng) for _ in range(4)]
    bubbles = rng.random() < 0.5
    messages = ""
    for at in range(rng.randint(9, 12)):
        who = rng.choice(people)
        text = words.prose(rng, 1, 2)
        if bubbles:
            mine = rng.random() < 0.4
            messages += "<div class='bubble %s'>%s<div>%s</div><small>%s</small></div>" % ("mine" if mine else "", "" if mine else "<b>%s</b>" % who, esc(text), words.time(rng))
        else:
            messages += "<div class=message><div class=face style='background:hsl(%d,45%%,40%%)'>%s</div><div><b>%s</b> <small>%s</small><div>%s</div></div></div>" % (
                rng.randint(0, 359), "".join(part[0] for part in who.split()), who, words.time(rng), esc(text))
    style = look.base(15) + """body{display:flex}body{min-height:100vh}nav{width:240px;flex:none;background:%(raised)s;padding:14px;box-sizing:border-box;line-height:30px}nav b{font-size:17px}nav .here{background:%(accent)s;color:%(on_accent)s;border-radius:5px;padding:0 8px}nav div{padding:0 8px}
main{flex:1;padding-bottom:20px}header{border-bottom:1px solid %(line)s;padding:13px 20px;font-weight:700}.message{display:flex;padding:8px 20px;line-height:21px}.face{width:36px;height:36px;line-height:36px;text-align:center;color:#fff;border-radius:6px;margin-right:12px;flex:none}small{color:%(faint)s}
.bubble{max-width:520px;margin:8px 20px;padding:9px 13px;border-radius:12px;background:%(raised)s;border:1px solid %(line)s;width:fit-content}.mine{margin-left:auto;background:%(accent)s;color:%(on_accent)s}.mine small{color:%(on_accent)s;opacity:.8}""" % vars(look)
    rooms = ["general", "random"] + [topic.replace(" ", "-") for topic in rng.sample(words.TOPICS, 6)]
    nav = "".join("<div class='%s'># %s</div>" % ("here" if at == 2 else "", room) for at, room in enumerate(rooms)) + "<p></p>" + "".join("<div>%s</div>" % person for person in people)
    return Page(rng.choice([1180, 1280, 1366]), 700, 1, style, "<nav><b>%s</b>%s</nav><main><header># %s</header>%s</main>" % (words.firm(rng), nav, rooms[2], messages))


def cut(text, most=84):
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def mail(rng):
    look = Look(rng)
    lines = ""
    for at in range(22):
        new = rng.random() < 0.35
        lines += "<div class='line %s'><span>%s</span><span>%s <i>- %s</i></span><span>%s</span></div>" % (
            "new" if new else "", rng.choice([words.name(rng), words.firm(rng)]), words.capital(rng.choice(words.TOPICS)),
            esc(cut(words.sentence(rng))), words.time(rng) if at < 8 else "%d %s" % (rng.randint(1, 28), rng.choice(words.MONTHS)[:3]))
    style = look.base(14) + """body{display:flex}nav{width:210px;padding:14px;line-height:32px;box-sizing:border-box}nav div{padding:0 14px;display:flex;justify-content:space-between}.here{background:%(line)s;border-radius:16px;font-weight:700}.compose{background:%(accent)s;color:%(on_accent)s;border-radius:12px;padding:8px 20px!important;margin-bottom:14px}
main{flex:1;padding-top:14px;overflow:hidden}.search{background:%(raised)s;border:1px solid %(line)s;border-radius:20px;padding:10px 22px;width:520px;color:%(faint)s;margin-bottom:12px}.line{display:grid;grid-template-columns:200px 1fr 70px;gap:12px;padding:8px 14px;border-bottom:1px solid %(line)s;white-space:nowrap}
.line.new{font-weight:700;background:%(raised)s}i{font-style:normal;font-weight:400;color:%(faint)s}.line span:last-child{text-align:right}""" % vars(look)
    nav = "<div class=compose>Compose</div>" + "".join("<div class='%s'><span>%s</span><span>%s</span></div>" % ("here" if name == "Inbox" else "", name, count or "") for name, count in [
        ("Inbox", rng.randint(1, 90)), ("Starred", 0), ("Sent", 0), ("Drafts", rng.randint(1, 9)), ("Junk", rng.randint(1, 40)), ("Archive", 0), ("Invoices", 0), ("Travel", 0)])
    return Page(rng.choice([1366, 1440, 1600]), 900, 1, style, "<nav>%s</nav><main><div class=search>Search in mail</div>%s</main>" % (nav, lines))


def form(rng):
    look = Look(rng)
    values = {
        "First name": rng.choice(words.FIRST), "Last name": rng.choice(words.LAST), "Company": words.firm(rng), "Street": "%d %s" % (rng.randint(1, 120), words.street(rng)),
        "City": rng.choice(words.CITIES), "Postcode": str(rng.randint(10000, 99999)), "E-mail": words.mail(rng), "Telephone": "+%d %d %d" % (rng.randint(30, 49), rng.randint(100, 999), rng.randint(100000, 999999)),
        "Date of birth": words.date(rng), "Customer number": words.reference(rng), "Amount": words.money(rng), "IBAN": "DE%d %d %d" % (rng.randint(10, 99), rng.randint(1000, 9999), rng.randint(1000, 9999))}
    fields = ""
    wrong = rng.choice(sorted(values))
    for name in rng.sample(sorted(values), 10):
        fields += "<div><label>%s%s</label><div class='field %s'>%s</div>%s</div>" % (
            name, " *" if rng.random() < 0.3 else "", "bad" if name == wrong else "", esc(values[name]), "<small class=bad>Please check this entry</small>" if name == wrong else "")
    options = "".join("<p class=option><input type=%s %s> %s</p>" % (kind, "checked" if rng.random() < 0.5 else "", esc(text)) for kind, text in [
        ("checkbox", "Send me news about the " + rng.choice(words.TOPICS)), ("checkbox", "I agree to the terms of " + words.firm(rng)), ("radio", "Deliver to " + rng.choice(words.CITIES)), ("radio", "Collect in person"), ("checkbox", "Remember my answers")])
    radius = rng.choice([0, 4, 8])
    style = look.base(rng.choice([14, 15])) + """main{width:%(w)dpx;margin:26px auto;background:%(raised)s;border:1px solid %(line)s;border-radius:%(r)dpx;padding:24px 34px}h1{font-size:22px;margin:0 0 6px}.grid{display:grid;grid-template-columns:1fr 1fr;gap:12px 22px;margin:18px 0}label{display:block;font-size:13px;margin-bottom:4px;color:%(faint)s}
.field{border:1px solid %(faint)s;border-radius:%(r)dpx;padding:8px 10px;background:%(back)s}.field.bad{border-color:#d1242f}small.bad{color:#d1242f}button,.button{display:inline-block;font:600 14px %(sans)s;padding:9px 20px;border-radius:%(r)dpx;border:1px solid %(line)s;margin-right:10px;background:%(back)s;color:%(text)s}.main{background:%(accent)s;color:%(on_accent)s}.option{margin:8px 0}""" % (
        vars(look) | {"r": radius, "w": rng.choice([640, 720, 820])})
    body = "<main><h1>%s</h1><div>%s</div><div class=grid>%s</div>%s<div style='margin-top:18px'><span class='button main'>%s</span><span class=button>Cancel</span></div></main>" % (
        rng.choice(["Your details", "New customer", "Open an account", "Registration", "Change of address"]), words.sentence(rng), fields, options, rng.choice(["Continue", "Save changes", "Submit", "Register now"]))
    return Page(rng.choice([1024, 1180, 1280]), 500, 1, style, body)


def shop(rng):
    look = Look(rng)
    cards = ""
    for _ in range(8):
        caption = rng.choice(["top:14px", "bottom:14px"])
        shade = rng.choice(["text-shadow:0 1px 4px #000c;color:#fff", "background:#000a;color:#fff;padding:4px 9px", "background:#fffd;color:#111;padding:4px 9px"])
        cards += "<div class=card>%s<div class=over style='left:14px;%s;%s'>%s</div><div class=name>%s</div><div class=price>%s</div><div class=faint>%s</div></div>" % (
            photo(rng), caption, shade, rng.choice(["New arrival", "Only %d left" % rng.randint(2, 9), "Save %d%%" % rng.randint(10, 60), "Best seller", "Back in stock"]),
            words.capital(words.thing(rng)), words.money(rng), "%d reviews" % rng.randint(3, 900))
    style = look.base(15) + """header{display:flex;justify-content:space-between;padding:14px 40px;background:%(back)s}header span{margin-left:26px}.hero{position:relative;height:300px}.hero .photo{width:100%%;height:300px;display:block}.hero h1{position:absolute;left:60px;top:70px;margin:0;font:700 44px %(serif)s;color:#fff;text-shadow:0 2px 10px #000b}
.hero p{position:absolute;left:60px;top:150px;font-size:20px;color:#fff;text-shadow:0 1px 6px #000c}.hero b{position:absolute;left:60px;top:216px;background:%(accent)s;color:%(on_accent)s;padding:11px 24px;border-radius:4px}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:22px;padding:24px 40px}.card{position:relative}.card .photo{width:100%%;height:190px;display:block}.over{position:absolute;font-weight:700;font-size:15px}.card .over[style*=bottom]{bottom:auto!important;top:152px}.name{margin-top:8px;font-weight:600}.price{color:%(accent)s;font-size:17px}.faint{color:%(faint)s;font-size:13px}""" % vars(look)
    body = "<header><b>%s</b><div><span>Home</span><span>Kitchen</span><span>Garden</span><span>Sale</span><span>Basket (%d)</span></div></header><div class=hero>%s<h1>%s</h1><p>%s</p><b>Shop now</b></div><div class=grid>%s</div>%s" % (
        words.firm(rng), rng.randint(1, 9), photo(rng), rng.choice(["Autumn is here", "Made by hand", "Everything for the garden", "Sleep well tonight", "Summer sale"]),
        "Up to %d%% off until %s" % (rng.randint(10, 70), words.date(rng)), cards, PHOTOS)
    return Page(rng.choice([1280, 1366, 1440]), 980, 1, style, body)


def map_page(rng):
    width, height = rng.choice([(1280, 800), (1366, 768), (1440, 900)])
    look = Look(rng, dark=False)
    streets, labels, taken = "", "", []

    def free(x, y, w, h):
        box = (x - 8, y - h, x + w + 8, y + 8)
        if any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken) or box[0] < 6 or box[2] > width - 6 or box[1] < 6 or box[3] > height - 6:
            return False
        taken.append(box)
        return True

    free(20, 150, 330, 140)  # the card
    for _ in range(7):
        streets += "<path d='M0 %d C%d %d %d %d %d %d' stroke=#fff stroke-width=%d fill=none />" % (
            rng.randint(0, height), width // 3, rng.randint(0, height), 2 * width // 3, rng.randint(0, height), width, rng.randint(0, height), rng.choice([7, 10, 14]))
        streets += "<path d='M%d 0 L%d %d' stroke=#fff stroke-width=%d fill=none />" % (rng.randint(0, width), rng.randint(0, width), height, rng.choice([6, 9, 12]))
    for at in range(16):
        x, y, angle = rng.randint(60, width - 200), rng.randint(60, height - 60), rng.choice([0, 0, -30, 18, -90, 45])
        name = words.street(rng)
        if free(x if angle not in (-90,) else x - 10, y + (40 if angle == 45 else 0), 130, 120 if angle else 16):
            labels += "<text x=%d y=%d transform='rotate(%d %d %d)' font-size=13 fill=#555>%s</text>" % (x, y, angle, x, y, name)
    for _ in range(26):
        x, y = rng.randint(20, width - 200), rng.randint(30, height - 30)
        name = rng.choice(["Hotel %s", "%s Bakery", "Café %s", "%s Museum", "%s Hospital", "%s School", "%s Station", "Pharmacy %s"]) % rng.choice(words.FIRMS + words.CITIES)
        if free(x, y, 10 + 8 * len(name), 16):
            colour = rng.choice(["#7a5c9e", "#c2611f", "#35658a", "#188038", "#b3261e"])
            labels += "<circle cx=%d cy=%d r=5 fill=%s /><text x=%d y=%d font-size=12 font-weight=600 fill=%s>%s</text>" % (x, y - 4, colour, x + 10, y, colour, name)
    card = "<rect x=20 y=20 width=320 height=120 rx=8 fill=#fff stroke=#ccc /><text x=36 y=50 font-size=16 font-weight=700>%s</text><text x=36 y=80 font-size=20 fill=#188038>%d min</text><text x=130 y=80 font-size=15>(%.1f km)</text><text x=36 y=112 font-size=13 fill=#666>via %s</text>" % (
        "%s to %s" % tuple(rng.sample(words.CITIES, 2)), rng.randint(4, 90), rng.uniform(1, 40), words.street(rng))
    water = "<path d='M0 %d C%d %d %d %d %d %d' stroke=#aad3df stroke-width=%d fill=none />" % (rng.randint(200, height), width // 3, rng.randint(0, height), width // 2, rng.randint(0, height), width, rng.randint(0, height), rng.randint(30, 90))
    parks = "".join("<rect x=%d y=%d width=%d height=%d rx=12 fill=#c8e2b4 />" % (rng.randint(0, width), rng.randint(0, height), rng.randint(80, 260), rng.randint(60, 200)) for _ in range(6))
    body = "<svg width=%d height=%d font-family=\"%s\" style='display:block;background:#eef0e6'>%s%s%s<g style='paint-order:stroke;stroke:#fff9;stroke-width:3px'>%s</g>%s</svg>" % (width, height, look.sans, parks, water, streets, labels, card)
    return Page(width, height, 1, "body{margin:0}", body)


def phone(rng):
    look = Look(rng)
    if rng.random() < 0.5:
        rows = ""
        for _ in range(3):
            rows += "<div class=cap>%s</div><div class=group>%s</div>" % (rng.choice(["GENERAL", "PRIVACY", "ACCOUNT", "THIS MONTH", "STORAGE"]), "".join("<div class=row><span>%s</span>%s</div>" % (
                setting, rng.choice(["<i class=on></i>", "<i></i>", "<span class=faint>%s</span>" % rng.choice(["Off", "On", "%d%%" % rng.randint(3, 99), "%.1f GB" % rng.uniform(0.2, 90), "English", words.short_date(rng)])])) for setting in rng.sample(["Mobile data", "Roaming", "Location", "Notifications", "Wi-Fi calling", "Software version", "Battery health", "Screen time", "Language", "Backup", "Photos", "Passwords"], 4)))
    else:
        rows = "".join("<div class=item>%s<div><b>%s</b> <span class=faint>%s</span><div>%s</div></div></div>" % (
            photo(rng, "width:44px;height:44px;border-radius:22px;flex:none;margin-right:12px"), words.name(rng), words.time(rng), esc(words.sentence(rng))) for _ in range(7))
    style = look.base(16) + """.top{display:flex;justify-content:space-between;padding:12px 24px 4px;font-weight:600;font-size:15px}h1{font-size:30px;margin:12px 18px}.cap{color:%(faint)s;font-size:13px;margin:16px 30px 6px}.group{background:%(raised)s;border-radius:11px;margin:0 16px}.row{display:flex;justify-content:space-between;align-items:center;padding:10px 16px;min-height:24px;border-bottom:1px solid %(line)s}
.faint{color:%(faint)s;font-size:14px}i{width:46px;height:28px;border-radius:14px;background:#9996}i.on{background:#34c759}.item{display:flex;padding:9px 16px;border-bottom:1px solid %(line)s;line-height:21px}.tabs{position:fixed;bottom:0;left:0;right:0;background:%(raised)s;display:flex;justify-content:space-around;padding:12px 0 24px;font-size:12px}""" % vars(look)
    body = "<div class=top><span>%s</span><span>%s &nbsp; %d%%</span></div><h1>%s</h1>%s<div class=tabs><span>Home</span><span>Search</span><span>Library</span><span>Profile</span></div>%s" % (
        words.time(rng), rng.choice(["5G", "LTE", "4G"]), rng.randint(5, 99), rng.choice(["Settings", "Messages", "Today", "Overview"]), rows, PHOTOS)
    return Page(rng.choice([375, 390, 414]), 844, 3, style, body)


KINDS = {"chat": chat, "mail": mail, "form": form, "shop": shop, "map": map_page, "phone": phone}
