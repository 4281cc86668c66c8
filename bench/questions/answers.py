"""What was said and what is true: whether they are the same, by rules that forgive form and nothing else."""

import re
import unicodedata

CURRENCY = {"eur", "usd", "gbp", "chf"}
UNITS = {"kg", "g", "km", "m", "cm", "mm", "l", "ml", "kwh", "h", "min", "s", "ms", "b", "kb", "mb", "gb", "tb", "percent"}
SAME = {"minute": "min", "minutes": "min", "second": "s", "seconds": "s", "sec": "s", "hour": "h", "hours": "h", "%": "percent"}
WORDS_OF_STATE = {"yes", "no", "on", "off"}  # they count at the start of an answer, not anywhere in a line
LISTED = 3  # more lines than this, none of which is put first, are a list to choose from

TOKEN = re.compile(r"\d+(?:[.:]\d+)*|[^\W\d_]+|%")
BOX = r"\[\d+, \d+, \d+, \d+\] ?"


def tokens(text):
    """Words and numbers, in small letters; 1,248.70 € and 1248.7 give the same, 3.40 and 3.04 do not."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "").replace("'", "")
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    found = [SAME.get(token, token) for token in TOKEN.findall(text)]
    return [plain_number(token) for token in found if token not in CURRENCY]


def plain_number(token):
    return str(float(token)) if re.fullmatch(r"\d+\.\d+|\d{1,15}", token) and not re.match(r"0\d", token) else token


def same(said, true):
    """The same value; where only one side names a unit, the other is taken to mean it."""
    said, true = tokens(said), tokens(true)
    if said == true:
        return bool(true)
    measured = lambda value: [token for token in value if token in UNITS]  # noqa: E731
    bare = lambda value: [token for token in value if token not in UNITS]  # noqa: E731
    return bare(said) == bare(true) != [] and not (measured(said) and measured(true))


def within(line, true):
    """The value stands in the line as whole words."""
    words, wanted = tokens(line), tokens(true)
    if len(wanted) == 1 and wanted[0] in WORDS_OF_STATE:
        return words[:1] == wanted
    return any(words[at:at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


class Line:
    """One line of an answer: `- LEAD: [box] TEXT`, where the lead is a value, a cell or what it stands beside; more
    about it may follow, indented."""

    def __init__(self, text, more):
        lead, boxed, rest = re.match(r"- (?:(.*?): )?(%s)?(.*)" % BOX, text).groups()
        self.lead, self.text = (lead or "", rest) if boxed else ("", text[2:])
        self.more = " ".join(more)
        self.unsure = "(uncertain)" in rest
        self.text = self.text.replace("(uncertain)", "").strip()

    def states(self, true):
        return same(self.text, true) or same(self.lead, true) or (
            tokens(true)[:1] == tokens(self.text)[:1] and true.casefold() in WORDS_OF_STATE)

    def shows(self, true):
        return self.states(true) or any(
            within(text, true) for text in (self.text, self.more, self.lead.split('"')[0]))


class Said:
    """An answer of `fovea describe --question`."""

    def __init__(self, text):
        self.text = text
        lines = [part.splitlines() for part in re.split(r"^(?=- )", text, flags=re.M) if part.startswith("- ")]
        self.lines = [Line(line, more) for line, *more in lines]
        self.nothing = text.startswith("No text in the picture")
        self.everything = not self.nothing and not self.lines  # all of the text, for want of an answer
        self.unsure = bool(self.lines) and all(line.unsure for line in self.lines)

    def answers(self, values):
        """How it gives one of the values: "stated", "quoted" (in a line with other words), "listed" (among too many
        lines) or None. A value that is a list wants all of its parts."""
        best = None
        for value in values:
            if isinstance(value, list):
                how = "quoted" if self.lines and all(any(line.shows(part) for line in self.lines) for part in value) else None
            else:
                how = self.answers_one(value)
            best = min(best, how, key=lambda way: ["stated", "quoted", "listed", None].index(way))
        return best

    def answers_one(self, value):
        if not self.lines:
            return None
        if self.lines[0].states(value):
            return "stated"
        if self.lines[0].lead:
            return "quoted" if self.lines[0].shows(value) else None
        if any(line.shows(value) for line in self.lines):
            return "quoted" if len(self.lines) <= LISTED else "listed"
        return None


def judge(said, question):
    """(right | wrong | honest, why)"""
    if question.get("not_shown"):
        if said.nothing:
            return "right", "says that it is not there"
        return ("honest", "unsure") if said.everything or said.unsure else ("wrong", "answers what is not there")
    how = said.answers(question["value"])
    if how in ("stated", "quoted"):
        return "right", how + (", as unsure" if said.unsure else "")
    if how == "listed":
        return "honest", "listed among others"
    if said.nothing:
        return "honest", "did not know"
    if said.everything:
        return "honest", "gives all of the text"
    if said.unsure:
        return "honest", "unsure"
    return "wrong", "states something else" if said.lines[0].lead else "quotes lines without it"


def was_read(words, question):
    """Whether the words that were read hold an answer at all; no verdict where the answer is a word of state."""
    text = " ".join(words)
    if any(value in WORDS_OF_STATE for value in question["value"] if not isinstance(value, list)):
        return None
    read = tokens(text)
    parts = [value if isinstance(value, list) else [value] for value in question["value"]]
    return any(all(all(token in read for token in tokens(part)) for part in value) for value in parts)
