"""Made-up text: what tools print, tables hold and people confuse, so that no dictionary helps."""

from __future__ import annotations

import random
import string

from training.lines import charset

NAMES = (
    "Anna Ben Carla David Elena Felix Grace Hugo Irene Jonas Klara Liam Mona Nils Olga Paul Quinn Rosa Sven "
    "Tara Uwe Vera Will Xenia Yann Zoe Łukasz Jürgen Zoë Renée José Björn Åsa Søren Dvořák Müller Weiß Smith "
    "García Ivanov Kim Müge Çelik Şahin Ağaoğlu Ștefan Țuțea Nguyen O'Brien O’Neill D’Arcy Győző Žižek Đorđe Ķēniņš Þórr"
).split()
LABELS = (
    "Save Cancel Delete Edit New Open Close Add Remove Export Import Filter Search Settings Profile Submit "
    "Next Back Continue Help About View File Tools Window Refresh Upload Download Share Copy Paste Undo Redo "
    "Apply Reset OK Yes No On Off All None Active Inactive Pending Failed Passed Running Done Total Status "
    "Name Date Type Size Owner Region Price Qty Amount Balance Revenue Orders Users Errors Latency Uptime VAT "
    "Subtotal Shipping Invoice Due Paid Draft Beta NEW Pro Free Admin Guest Login Logout Subscribe Retry"
).split()
UNITS = (
    "%| %| ms|ms|s| s| kB| MB| GB| GiB|px|em|rem| kg| km|°C|°| €|€|k|M|K|x|×| rpm| W| kWh| V|Hz| GHz| MHz|/s"
    "| req/s| ppm| h|h| min|m|d| µs|µm| Ω|‰|pt| fps| dB| m²| ₽| zł| Kč| kr| CHF"
).split("|")
SIGNS = "+|-|–|$|€|£|~|±|#|<|>|≥|≤|$|v|US$ |¥|(|▲ |▼ |↑ |↓ |₹|≈ |-$|+$".split("|")
OPERATORS = "+ - * / % = == != < > <= >= && || & | ^ << >> += -= *= /= -> => :: := ?? ?. ... .. ** // <> === !== |> <- ~ !".split()
EXTENSIONS = ".cpp .hpp .py .ts .tsx .js .json .md .png .log .yaml .toml .rs .go .java .tar.gz .sh .css .html .sql / .txt .pdf".split()
CONFUSABLE = (
    "lI1|i!|O0oQD|O0|Il1|rnm|vwVW|cCeoO|sS5|zZ2|B8|uvUV|.,:;|'`\"’|-–—_~=|({[<|)}]>|xX×|kK|pPqg9|6bG|/\\|"
    "|ij|ft|aàáâäãå|eéèêëęě|nñńň|uüùúûůű|oöóòôõøő|iíìîïı|sśšş|cçćč|zžźż|lł|gğ|rř"
).split("|")
ACCENTED = {
    "a": "àáâäãåāăą", "c": "çćč", "d": "ďđ", "e": "èéêëēėęě", "g": "ğģ", "i": "ìíîïīįı", "l": "łľĺļ",
    "n": "ñńňņ", "o": "òóôöõøōő", "r": "řŕ", "s": "śšşșß", "t": "ťţț", "u": "ùúûüūůűų", "y": "ýÿ",
    "z": "źżž", "A": "ÀÁÂÄÃÅĄĂ", "C": "ÇĆČ", "E": "ÈÉÊËĘĚ", "I": "ÌÍÎÏİ", "L": "Ł", "O": "ÒÓÔÖÕØŐ",
    "S": "ŚŠŞȘ", "U": "ÙÚÛÜŮŰ", "Z": "ŹŻŽ",
}
WITHOUT_TWINS = "".join(c for c in charset.CHARS[1:] if ord(c) not in charset.TWINS)


class Inventor:
    """Invents lines. `words` are the dictionary words that identifiers are built from."""

    def __init__(self, rng: random.Random, words: list[str]) -> None:
        self.rng = rng
        self.words = words
        self.ascii_words = [w.lower() for w in words[:40_000] if w.isascii() and w.isalpha()] or ["value"]
        self.shapes = [
            self.stack_frame, self.python_frame, self.log_line, self.listing, self.command, self.assignment,
            self.json_field, self.tag, self.condition, self.expression, self.expression, self.signature,
            self.python_line, self.python_line, self.field, self.person, self.label_text, self.ratio,
            self.cell_reference, self.formula, self.address, self.version, self.diff_line, self.numbered,
            self.bullet, self.table_row, self.table_row, self.key_hint, self.accented, self.accented,
            self.receipt_row, self.box_art, self.short_code, self.alternatives,
        ]

    def pick(self, items):
        return items[int(self.rng.random() * len(items))]

    def word(self) -> str:
        return self.pick(self.words)

    def words_of(self, low: int, high: int) -> str:
        return " ".join(self.word() for _ in range(self.rng.randint(low, high)))

    def identifier(self) -> str:
        rng = self.rng
        parts = [self.pick(self.ascii_words) for _ in range(rng.randint(1, 3))]
        kind = rng.random()
        if kind < 0.14:
            return self.pick(["i", "j", "k", "n", "x", "y", "a", "b", "c", "d", "it", "id", "fn", "ok", "e", "s"])
        if kind < 0.40:
            return "_".join(parts)
        if kind < 0.60:
            return parts[0] + "".join(map(str.title, parts[1:]))
        if kind < 0.72:
            return "".join(map(str.title, parts))
        if kind < 0.80:
            return "_".join(parts).upper()
        if kind < 0.86:
            return "-".join(parts)
        if kind < 0.92:
            return self.pick(["__{}__", "__{}", "_{}", "{}_", "__{}__"]).format("_".join(parts[:2]))
        return parts[0] + str(rng.randint(0, 9999))

    def number(self) -> str:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.25:
            text = str(rng.randint(0, 10 ** rng.randint(1, 7)))
        elif kind < 0.5:
            text = f"{rng.random() * 10 ** rng.randint(0, 5):.{rng.randint(1, 3)}f}"
        elif kind < 0.7:
            text = f"{rng.randint(0, 10 ** rng.randint(4, 9)):,}"
        elif kind < 0.8:
            text = f"{rng.randint(0, 10 ** rng.randint(4, 8)):,}.{rng.randint(0, 99):02}"
        elif kind < 0.86:
            text = f"{rng.randint(0, 10**6):,}".replace(",", self.pick(". ’")) + f",{rng.randint(0, 99):02}"
        elif kind < 0.93:
            text = f"0x{rng.getrandbits(self.pick([8, 16, 32, 64])):{self.pick('xX')}}"
        else:
            text = f"{rng.random() * 10:.2f}e{self.pick('+-')}{rng.randint(1, 20):02}"
        if rng.random() < 0.25:
            text = self.pick(SIGNS) + text
        return text + self.pick(UNITS) if rng.random() < 0.4 else text

    def money(self) -> str:
        rng = self.rng
        value = rng.random() * 10 ** rng.randint(0, 6)
        english, german = f"{value:,.2f}", f"{value:,.2f}".translate(str.maketrans(",.", ".,"))
        swiss, french = english.replace(",", self.pick("’'")), german.replace(".", " ")
        sign, code = self.pick("$€£¥₹₽₺₩₴"), self.pick("USD EUR GBP CHF PLN SEK NOK DKK CZK HUF JPY".split())
        text = self.pick([
            f"{sign}{english}", f"{sign}{english}", f"${english}", f"€{english}", f"£{english}", f"{german} €", f"{german} €", f"{german}€", f"€ {german}", f"{french} €", f"CHF {swiss}", f"{code} {english}", f"{english} {code}",
            f"{german} zł", f"{german} Kč", f"{german} kr", f"{german} kr.", f"R$ {german}", f"A${english}", f"{value:.0f} {sign}", f"{sign}{value:.0f}", f"{sign}{value / 1000:.1f}k", f"${value / 1000:.2f}M", f"{value:,.0f} ₽", f"{sign}{value:.2f}/mo", f"{value:.0f},- €", f"{value:.0f}.–",
        ])
        return self.pick(["", "", "", "", "-", "+", "–", "−", "~"]) + text if rng.random() < 0.9 else f"({text})"

    def apostrophes(self) -> str:
        """Straight and curly marks in words, so that the shape alone tells them apart."""
        mark = self.pick("'’")
        word, other = self.word(), self.word()
        return self.pick([
            f"{word}{mark}s {other}", f"{self.pick(['don', 'can', 'isn', 'won', 'doesn', 'couldn'])}{mark}t {word}", f"{self.pick(['l', 'd', 'qu', 'j', 'n', 'c', 's'])}{mark}{word}", f"{self.pick(['I', 'we', 'they', 'you'])}{mark}{self.pick(['ll', 've', 're', 'd'])} {word}",
            f"'{word}'", f"‘{word} {other}’", f"“{word} {other}”", f'"{word} {other}"', f"„{word}“ {other}", f"{word}, ‘{other}’", f"rock {mark}n{mark} roll {word}", f"it{mark}s {word} {other}", f"{word}{mark} {other}",
        ])

    def date(self) -> str:
        rng = self.rng
        year, month, day = rng.randint(1970, 2039), rng.randint(1, 12), rng.randint(1, 28)
        name = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[month - 1]
        time = f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}"
        if rng.random() < 0.5:
            time += f":{rng.randint(0, 59):02}" + (f".{rng.randint(0, 999):03}" if rng.random() < 0.3 else "")
        iso = f"{year}-{month:02}-{day:02}"
        date = self.pick([
            iso, iso, f"{day:02}.{month:02}.{year}", f"{month}/{day}/{year % 100:02}", f"{day} {name} {year}",
            f"{name} {day}, {year}", f"{name} {day}", f"{day:02}/{month:02}/{year}",
        ])
        clock = time + self.pick([" AM", " PM", " UTC", "", "Z", "+01:00"])
        return self.pick([date, date, clock, f"{date} {time}", f"{iso}T{time}Z"])

    def hexadecimal(self, digits: int) -> str:
        return f"{self.rng.getrandbits(4 * digits):0{digits}x}"

    def token(self) -> str:
        rng, kind, h = self.rng, self.rng.random(), self.hexadecimal
        if kind < 0.3:
            return h(self.pick([7, 8, 10, 12, 16, 32, 40]))
        if kind < 0.55:
            text = f"{h(8)}-{h(4)}-{h(4)}-{h(4)}-{h(12)}"
            return text.upper() if rng.random() < 0.2 else text
        if kind < 0.65:
            return "#" + (h(self.pick([3, 6])) if rng.random() < 0.6 else h(6).upper())
        if kind < 0.72:
            return ":".join(h(2) for _ in range(6))
        if kind < 0.8:
            return "sha256:" + h(self.pick([12, 24, 64]))
        pool = string.ascii_letters + string.digits + "+/_-"
        return "".join(self.pick(pool) for _ in range(rng.randint(6, 44))) + self.pick(["", "=", "=="])

    def path(self) -> str:
        rng, kind = self.rng, self.rng.random()
        parts = [self.identifier() for _ in range(rng.randint(1, 5))]
        end = self.pick(EXTENSIONS) if rng.random() < 0.8 else ""
        if kind < 0.4:
            start = self.pick(["/", "~/", "./", "../", "", "/usr/", "/home/", "/var/log/", "src/"])
            text = start + "/".join(parts) + end
        elif kind < 0.62:
            host = "-".join(parts[:2]) + self.pick([".com", ".org", ".io", ".dev", ".net", ".de", ".example"])
            query = self.pick(["", "", f"?id={rng.randint(1, 99999)}", f"#{parts[0]}", f"?{parts[0]}={parts[-1]}&page=2"])
            text = self.pick(["https://", "http://", "www.", "", "ssh://"]) + host + "/" + "/".join(parts[2:]) + query
        elif kind < 0.75:
            text = self.pick(["C:\\", "D:\\", "..\\", "\\\\"]) + "\\".join(parts) + end
        elif kind < 0.87:
            text = parts[0] + self.pick([".", "_", "", "+"]) + parts[-1] + "@" + self.identifier() + ".com"
        else:
            text = ".".join(parts) + self.pick(["", "()", f"({self.identifier()})"])
        if rng.random() < 0.25:
            text += f":{rng.randint(1, 2000)}" + (f":{rng.randint(1, 120)}" if rng.random() < 0.5 else "")
        return text

    def operand(self) -> str:
        kind = self.rng.random()
        if kind < 0.6:
            return self.identifier()
        if kind < 0.8:
            return self.number().strip()
        if kind < 0.9:
            return f"{self.identifier()}[{self.identifier()}]"
        return f"{self.identifier()}({self.identifier()})"

    def expression(self) -> str:
        rng = self.rng
        gap = " " if rng.random() < 0.8 else ""
        pool = list("+-*/") if rng.random() < 0.5 else OPERATORS
        text = self.operand()
        for _ in range(rng.randint(1, 5)):
            text += gap + self.pick(pool) + gap + self.operand()
        if rng.random() < 0.5:
            text = f"{self.identifier()}{gap}={gap}{text}"
        return text + self.pick(["", "", ";", ",", ")", " {", ":"])

    def python_line(self) -> str:
        i = self.identifier
        return self.pick([
            lambda: 'if __name__ == "__main__":', lambda: f'if {i()} == "{i()}":',
            lambda: f"def __{self.pick(['init', 'repr', 'eq', 'call', 'len'])}__(self, {i()}, *args, **kwargs):",
            lambda: f"from {i()}.{i()} import {i()}, {i()} as {i()}", lambda: f"return {self.expression()}",
            lambda: f"for {i()} in range({self.number()}):", lambda: f"self.{i()} = {i()}", lambda: f"@{i()}.{i()}",
            lambda: f"print(f\"{{{i()}}} {self.word()} {{{i()}:>{self.rng.randint(1, 20)}}}\")",
            lambda: f"{i()}: dict[str, {i()}] = {{}}", lambda: f"except {i().title()} as e:",
            lambda: f"assert {i()} != {i()}, '{self.words_of(1, 4)}'", lambda: f"# {self.words_of(2, 7)}",
            lambda: f"lambda {i()}: {self.expression()}", lambda: f'r"^\\w+{self.pick("+*?")}\\[{self.token()[:8]}\\]$"',
        ])()

    def stack_frame(self) -> str:
        return f"at {self.identifier()}.{self.identifier()} ({self.path()}:{self.rng.randint(1, 999)}:{self.rng.randint(1, 99)})"

    def python_frame(self) -> str:
        return f'File "{self.path()}", line {self.rng.randint(1, 2000)}, in {self.pick([self.identifier(), "<module>"])}'

    def log_line(self) -> str:
        level = self.pick(["INFO", "WARN", "ERROR", "DEBUG", "[info]", "[error]", "W", "E", "fatal:"])
        return f"{self.date()} {level} {self.pick([self.identifier(), self.path()])} {self.words_of(1, 6)}"

    def listing(self) -> str:
        mode = self.pick("-dl") + "".join(self.pick([c, c, "-"]) for c in "rwxrwxrwx")
        owner = self.pick(["root", "www-data", self.identifier()[:8]])
        return f"{mode}  {self.rng.randint(1, 9)} {owner} {owner} {self.rng.randint(0, 10**self.rng.randint(2, 8)):>8} {self.date()} {self.path()}"

    def command(self) -> str:
        program = self.pick("git npm cargo docker kubectl ls cat cd make python3 ssh curl grep sed pip go".split())
        flag = self.pick(["run", "status", "-la", "install", "build", "--help", "logs -f", "push origin", "-rf", "|", ">", "&&"])
        rest = self.pick([self.identifier(), self.path(), "--" + self.identifier().replace("_", "-"), f'"{self.words_of(1, 3)}"'])
        return f"{self.pick(['$ ', '# ', '> ', '~ ', '', '❯ '])}{program} {flag} {rest}"

    def assignment(self) -> str:
        quote = self.pick("'\"`")
        value = self.pick([
            self.number(), self.token(), quote + self.words_of(1, 5) + quote, f"{self.identifier()}({self.operand()}, {self.operand()})",
            f"[{self.number()}, {self.number()}]", f"new {self.identifier().title()}()", f"{{ {self.identifier()}: {self.number()} }}",
        ])
        start = self.pick(["", "", "let ", "const ", "var ", "int ", "auto ", "static ", "val ", "self.", "this."])
        return f"{start}{self.identifier()} {self.pick(['=', '=', '=', ':=', '+=', '-=', '||='])} {value}{self.pick(['', ';', ','])}"

    def json_field(self) -> str:
        value = self.pick([self.number().strip(), f'"{self.pick([self.token(), self.path(), self.words_of(1, 5)])}"', "true", "false", "null", "{", "["])
        return f'"{self.identifier()}": {value}{self.pick(["", ",", ","])}'

    def tag(self) -> str:
        name = self.pick("div span a p li td button input section img svg path h1 label".split())
        attribute = self.pick(["class", "id", "href", "style", "data-" + self.pick(self.ascii_words)])
        return f'<{name} {attribute}="{self.pick([self.identifier(), self.path(), self.token()])}">{self.pick(["", self.words_of(1, 4), f"</{name}>"])}'

    def condition(self) -> str:
        test = f"{self.operand()} {self.pick(['==', '!=', '<=', '>=', '===', '!==', '&&', '||', '<', '>'])} {self.operand()}"
        return self.pick([f"if ({test}) {{", f"if {test}:", f"while ({test})", f"}} else if ({test}) {{", f"return {test} ? {self.operand()} : {self.operand()};", f"for (int i = 0; i < {self.identifier()}; ++i) {{"])

    def signature(self) -> str:
        i = self.identifier
        return self.pick([
            f"{i()}::{i()}<{i()}>({i()}&& {i()}){self.pick([' const', ' {', ';', ' -> ' + i()])}",
            f"def {i()}({i()}: {i()}, {i()}={self.number().strip()}) -> {i()}:", f"fn {i()}(&mut self, {i()}: &str) -> Result<{i()}, {i()}> {{",
            f"func ({i()} *{i()}) {i()}({i()} string) error {{", f"export const {i()} = async ({i()}) => {{", f"public static void {i()}(String[] {i()}) {{",
        ])

    def field(self) -> str:
        return f"{self.words_of(1, 3)}: {self.pick([self.number, self.date, self.token, self.identifier, self.path])()}"

    def person(self) -> str:
        name = f"{self.pick(NAMES)} {self.pick(NAMES)}"
        return name + self.pick(["", "", f" · {self.date()}", f" ({self.number()})", f" <{self.identifier()}@{self.identifier()}.org>", ", PhD"])

    def label_text(self) -> str:
        text = self.pick(LABELS)
        text = self.pick([text, text, text.upper(), f"{text} {self.pick(LABELS).lower()}", f"{text} ({self.number()})", f"{text} {self.identifier()}", f"{text}…", f"{text} ▾", f"+ {text}", f"← {text}", f"{text} →", f"{text} *", f"{text}:"])
        return text

    def ratio(self) -> str:
        return f"{self.number()}{self.pick([' of ', '/', ' / ', ' – ', ' → ', ' | ', ' · ', ' x ', ' × ', ' vs ', ' to ', '–'])}{self.number()}"

    def cell_reference(self) -> str:
        return f"{self.pick(string.ascii_uppercase)}{self.pick(['', '-', ''])}{self.rng.randint(1, 9999)}"

    def formula(self) -> str:
        cell = lambda: f"{self.pick('ABCDEFGH')}{self.rng.randint(1, 99)}"
        return f"={self.pick(['SUM', 'AVERAGE', 'IF', 'VLOOKUP', 'COUNT'])}({cell()}:{cell()}{self.pick(['', ', ' + self.number(), ';0'])})"

    def address(self) -> str:
        b = lambda: self.rng.randint(0, 255)
        return f"{b()}.{b()}.{b()}.{b()}{self.pick(['', f':{self.rng.randint(1, 65535)}', '/24'])}"

    def version(self) -> str:
        r = self.rng.randint
        return f"{self.pick(['v', '', self.identifier() + ' ', self.identifier() + '@^'])}{r(0, 20)}.{r(0, 40)}.{r(0, 99)}{self.pick(['', '', '-beta.1', '-rc2', '+build', '-1ubuntu2'])}"

    def diff_line(self) -> str:
        return self.pick(["+ ", "- ", "+", "-", "@@ -12,7 +12,9 @@ ", "  "]) + self.pick([self.assignment, self.condition, self.expression, self.python_line])()

    def numbered(self) -> str:
        return f"{self.rng.randint(1, 400)}{' ' * self.rng.randint(1, 6)}{self.pick([self.assignment, self.condition, self.python_line, self.signature])()}"

    def bullet(self) -> str:
        start = self.pick(["•", "*", "–", "·", "1.", "2)", "//", "│", "├──", "└──", "✓", "✗", "→", "●", "☐", "☑", "▸", "▾", ">", "★", "⚠", "[x]", "[ ]", "#"])
        return f"{start} {self.pick([self.path(), self.identifier(), self.words_of(1, 6)])}"

    def table_row(self) -> str:
        cell = lambda: self.pick([self.number, self.date, self.identifier, self.label_text, self.short_code, self.person])()
        joint = self.pick(["  ", "   ", "     ", " | ", " │ ", "        ", " ", "|", ";", ", "])
        return joint.join(cell() for _ in range(self.rng.randint(2, 4)))

    def key_hint(self) -> str:
        keys = ["Ctrl", "Alt", "Shift", "⌘", "⌥", "⇧", "⌃", "Esc", "Enter", "Tab", "F5", "↑", "↓", "↵", "K", "P", "S"]
        return self.pick(["+", " + ", ""]).join(self.pick(keys) for _ in range(self.rng.randint(1, 3)))

    def alternatives(self) -> str:
        """"a / b" and "a/b": what stands between is one character, and its gaps are told from none."""
        rng = self.rng
        sign = self.pick("/ / / / / | · > › → + & - – • : ×".split())
        part = self.pick([self.word, self.word, self.word, lambda: self.words_of(1, 2), lambda: self.pick(LABELS), lambda: self.pick(NAMES), self.short_code, lambda: str(rng.randint(0, 999))])
        return (f" {sign} " if rng.random() < 0.75 else sign).join(part() for _ in range(rng.choice((2, 2, 2, 3, 3, 4))))

    def accented(self) -> str:
        """Words whose letters carry accents they never carry: marks are to be seen, not guessed."""
        share = self.rng.uniform(0.1, 0.6)
        put = lambda c: self.pick(ACCENTED[c]) if c in ACCENTED and self.rng.random() < share else c
        return "".join(map(put, self.words_of(1, 4)))

    def receipt_row(self) -> str:
        price = f"{self.rng.random() * 10 ** self.rng.randint(1, 4):.2f}"
        price = price.replace(".", ",") if self.rng.random() < 0.5 else price
        money = self.pick([f"{price} €", f"€{price}", f"${price}", f"£{price}", price, f"{price} A", f"CHF {price}"])
        return f"{self.rng.randint(1, 12)}{self.pick([' x ', ' × ', 'x ', ' '])}{self.words_of(1, 3)}{' ' * self.rng.randint(1, 9)}{money}"

    def box_art(self) -> str:
        return "".join(self.pick(charset.BOX) * self.rng.randint(1, 4) for _ in range(self.rng.randint(1, 6))) + self.pick(["", " " + self.word()])

    def short_code(self) -> str:
        return "".join(self.pick(string.ascii_letters + string.digits) for _ in range(self.rng.randint(1, 3)))

    def confusing(self) -> str:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.5:
            pool = self.pick(CONFUSABLE) * 3 + "aern1025"
            return "".join(self.pick(pool) for _ in range(rng.randint(2, 14)))
        if kind < 0.8:
            return " ".join("".join(self.pick(self.pick(CONFUSABLE) or "l") for _ in range(rng.randint(1, 6))) for _ in range(rng.randint(1, 5)))
        bits = "l I 1 0 O o ll Il lI 00 OO 0O rn m ill III vv w cl d __ _ -- == ... . , ' \"".split()
        return " ".join(self.pick(bits) for _ in range(rng.randint(1, 7)))

    def random_string(self) -> str:
        rng = self.rng
        pool = rng.choices(
            [string.ascii_letters + string.digits, charset.ASCII[1:], charset.ASCII[1:] + charset.LATIN_1,
             charset.LATIN_EXTENDED + charset.LATIN_1[-64:] + string.ascii_letters, charset.CYRILLIC, charset.GREEK, WITHOUT_TWINS],
            (30, 25, 10, 12, 6, 4, 13),
        )[0]
        text = "".join(self.pick(pool) for _ in range(rng.randint(1, 24)))
        if rng.random() < 0.5:
            step = rng.randint(2, 7)
            text = " ".join(text[i : i + step] for i in range(0, len(text), step))
        return text

    def tiny(self) -> str:
        """One or two characters, as in narrow table cells."""
        pool = self.rng.choices([string.digits, string.ascii_letters, charset.ASCII[1:], WITHOUT_TWINS], (40, 25, 25, 10))[0]
        return "".join(self.pick(pool) for _ in range(self.rng.randint(1, 2)))

    def symbols(self) -> str:
        """Signs that interfaces use as text: alone, in rows, before and behind a word."""
        rng = self.rng
        sign = lambda: self.pick(charset.SYMBOLS if rng.random() < 0.7 else charset.ARROWS + "×+–•·›‹»«∞≡")
        kind = rng.random()
        if kind < 0.35:
            return sign()
        if kind < 0.45:
            full = rng.randint(0, 5)
            return "★" * full + "☆" * (5 - full) + self.pick(["", f" ({rng.randint(1, 999)})", f" {rng.random() * 5:.1f}"])
        if kind < 0.52:
            return self.pick(["", " "]).join(sign() for _ in range(rng.randint(2, 4)))
        word = self.pick([lambda: self.pick(LABELS), self.word, self.label_text, self.number])()
        return self.pick([f"{sign()} {word}", f"{sign()} {word}", f"{word} {sign()}", f"{sign()} {word} {sign()}", f"{word} {sign()} {self.word()}"])

    def line(self) -> str:
        return self.pick(self.shapes)()
