"""How many words were read right: recall, precision and F1 of found words against a corpus's ground truth.

A word counts when its text is equal, case included, after punctuation around it is stripped, and the centre of its box
lies within the true word's box grown by half of that box's height on each side. Each found word counts once. Words of
nothing but punctuation are left out on both sides. Of a program that tells lines and no words, a word counts when the
true one lies anywhere in its line: what it does not tell is not held against it.
"""

import collections
import string

STRIP = string.punctuation + "•·–—“”‘’…│┃▸▾✓✗×→←↑↓"

Word = collections.namedtuple("Word", "text x1 y1 x2 y2 is_line", defaults=(False,))


def clean(text):
    return text.strip().strip(STRIP)


def split(text, box):
    """One word for each part between spaces: truth and programs do not always agree on what a word is."""
    return [Word(clean(part), *box) for part in text.split() if clean(part)]


def read_truth(path):
    """The words of NAME.gt.txt: lines of W, x, y, width, height and text, separated by tabs."""
    words = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if fields[0] == "W" and clean(fields[5]):
                x, y, width, height = map(float, fields[1:5])
                words += split(fields[5], (x, y, x + width, y + height))
    return words


def read_tsv(text):
    """The words of tesseract's TSV: rows of level 5."""
    words = []
    for line in text.splitlines()[1:]:
        fields = line.split("\t")
        if len(fields) == 12 and fields[0] == "5":
            x, y, width, height = map(float, fields[6:10])
            words += split(fields[11], (x, y, x + width, y + height))
    return words


def read_lines(lines):
    """The words of lines: each has the box of its line."""
    return [Word(word.text, *word[1:5], True) for line in lines for word in split(line["text"], line["box"])]


def read_described(reply):
    """The words of what `fovea describe --json` prints."""
    return [word for seen in reply["words"] for word in split(str(seen["text"]), seen["box"])]


def score(truth, found):
    """(recall, precision, F1)."""
    left = collections.defaultdict(list)
    for word in found:
        left[word.text].append(word)
    hits = 0
    for word in truth:
        margin = (word.y2 - word.y1) / 2
        for index, other in enumerate(left[word.text]):
            inner, outer = (word, other) if other.is_line else (other, word)
            x, y = (inner.x1 + inner.x2) / 2, (inner.y1 + inner.y2) / 2
            if outer.x1 - margin <= x <= outer.x2 + margin and outer.y1 - margin <= y <= outer.y2 + margin:
                del left[word.text][index]
                hits += 1
                break
    recall, precision = hits / max(1, len(truth)), hits / max(1, len(found))
    return recall, precision, 2 * recall * precision / max(1e-9, recall + precision)
