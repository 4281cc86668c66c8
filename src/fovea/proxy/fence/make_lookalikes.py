#!/usr/bin/env python3
"""Writes lookalikes_table.cpp: what characters and HTML entities can be taken for in the name of a fence tag.

    make_lookalikes.py confusables.txt > lookalikes_table.cpp && clang-format -i lookalikes_table.cpp

confusables.txt is the data file of Unicode Technical Standard 39; decompositions and categories come from the Unicode
data in Python, the entities from its copy of the HTML standard.
"""

import html.entities
import itertools
import re
import sys
import unicodedata

NAME_LETTERS = set("visonproxydescriptionanalysisjointdescription")
# A low line drawn by other means than those that Unicode calls connectors and dashes.
DRAWN_LINES = {0x00AF, 0x02CD, 0x07FA, 0x2017, 0x203E, 0x2043, 0x2212, 0x23AF, 0x23BC, 0x23BD, 0x2500, 0x2501, 0x2581, 0xFFE3}
# Nothing to see, though Unicode calls them letters, symbols or unassigned.
UNSEEN = {0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0xFFFD}
UNSEEN |= {0x2065, *range(0xFDD0, 0xFDF0), *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)}
UNSEEN |= {*range(0x323B0, 0xE0000)}  # no script is that far out yet
UNSEEN |= {plane * 0x10000 + low for plane in range(17) for low in (0xFFFE, 0xFFFF)}
# ASCII is read in lookalikes.cpp, by these rules; an entity or a compatibility form may still stand for it.
ASCII_LETTERS = str.maketrans("l013457@$|!", "ioieastasii")
ASCII_IN_NAMES = set("<>/\\&#;_-@$|!\t\n ") | {chr(letter) for letter in (*range(48, 58), *range(65, 91), *range(97, 123))}


def letters_of(text):
    """The letters that `text` shows once case, accents and compatibility forms are gone; None when it shows others."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(c for c in bare if unicodedata.category(c)[0] != "M").strip("()").translate(ASCII_LETTERS)
    return bare if bare and len(bare) <= 3 and set(bare) <= NAME_LETTERS else None


def plain_form(character):
    """The one ASCII character that this is a compatibility or an accented form of: "<" for the full-width sign. An
    accent that stands alone is a space."""
    if is_separating(character):
        return " "
    plain = "".join(c for c in unicodedata.normalize("NFKD", character) if unicodedata.category(c)[0] != "M")
    return plain if len(plain) == 1 and plain in ASCII_IN_NAMES else None


def by_name(character):
    """LATIN LETTER SMALL CAPITAL A, LATIN SMALL LETTER T WITH STROKE and the like."""
    name = unicodedata.name(character, "")
    match = re.fullmatch(r".*LATIN .*LETTER (?:SMALL CAPITAL |DOTLESS |SCRIPT |OPEN |LONG )?([A-Z])(?: WITH .*)?", name)
    return letters_of(match[1]) if match else None


def read_confusables(path):
    """{character: letters}, and the set of those that look like a separator."""
    found, lines = {}, set()
    for line in open(path, encoding="utf-8-sig"):
        fields = line.split("#")[0].split(";")
        if len(fields) < 3 or " " in fields[0].strip():
            continue
        shown = "".join(chr(int(code, 16)) for code in fields[1].split())
        if letters_of(shown):
            found[int(fields[0], 16)] = letters_of(shown)
        elif is_separating(shown):
            lines.add(int(fields[0], 16))
    return found, lines


def is_separator(character):
    return unicodedata.category(character) in ("Zs", "Zl", "Zp", "Pc", "Pd") or ord(character) in DRAWN_LINES | {0x85}


def is_separating(text):
    """Also the accents that stand alone: they are a space and a mark."""
    parts = unicodedata.normalize("NFKD", text)
    return any(map(is_separator, parts)) and all(is_separator(c) or unicodedata.category(c)[0] == "M" for c in parts)


def classify(confusables, lines):
    letters, unseen, separators = {}, set(), set()
    for code in range(0x80, 0x110000):
        character = chr(code)
        category = unicodedata.category(character)
        if category in ("Mn", "Me", "Cc", "Cf") and code != 0x85 or code in UNSEEN:
            unseen.add(code)
            continue
        shown = confusables.get(code) or letters_of(character) or by_name(character)
        plain = plain_form(character)
        if shown or plain and not is_separating(character):
            letters[code] = shown or "", plain
        elif is_separating(character) or code in lines:
            separators.add(code)
        elif category == "Mc":
            unseen.add(code)
    return letters, unseen, separators


def ranges(codes):
    for _, group in itertools.groupby(enumerate(sorted(codes)), lambda pair: pair[1] - pair[0]):
        group = [code for _, code in group]
        yield group[0], group[-1]


def entities(known):
    """(name, character, stands without a semicolon too), for the entities that matter in a name."""
    known_names = html.entities.html5
    for name in sorted(name[:-1] for name in known_names if name.endswith(";")):
        value = known_names[name + ";"]
        if len(value) == 1 and (ord(value) in known or value in ASCII_IN_NAMES):
            yield name, ord(value), name in known_names


def main():
    letters, unseen, separators = classify(*read_confusables(sys.argv[1]))
    print("// Made by make_lookalikes.py; not edited by hand. Derived from the Unicode Character Database %s,"
          % unicodedata.unidata_version)
    print("// from the confusables of UTS #39 (both Copyright Unicode, Inc.; unicode.org/terms_of_use.html) and from")
    print("// the named character references of the HTML standard.")
    print('#include "fovea/proxy/fence/lookalikes_table.hpp"\n\nnamespace fovea::proxy {\nnamespace {\n')
    print("// clang-format off")
    print("constexpr LetterRow kLetters[] = {")
    rows = ['{0x%X,"%s",%s},' % (code, shown, "0" if plain is None else repr(plain))
            for code, (shown, plain) in sorted(letters.items())]
    for start in range(0, len(rows), 5):
        print("    " + "".join(rows[start:start + 5]))
    print("};\n\nconstexpr RangeRow kUnseen[] = {")
    for title, codes in (("", unseen), ("};\n\nconstexpr RangeRow kSeparators[] = {", separators)):
        if title:
            print(title)
        rows = ["{0x%X,0x%X}," % pair for pair in ranges(codes)]
        for start in range(0, len(rows), 5):
            print("    " + "".join(rows[start:start + 5]))
    print("};\n\nconstexpr EntityRow kEntities[] = {")
    rows = ['{"%s",0x%X,%s},' % (name, code, "true" if short else "false")
            for name, code, short in entities(set(letters) | unseen | separators)]
    for start in range(0, len(rows), 2):
        print("    " + "".join(rows[start:start + 3]))
    print("};\n// clang-format on\n\n}  // namespace\n")
    print("std::span<const LetterRow> letter_rows() {\n    return kLetters;\n}\n")
    print("std::span<const RangeRow> unseen_ranges() {\n    return kUnseen;\n}\n")
    print("std::span<const RangeRow> separator_ranges() {\n    return kSeparators;\n}\n")
    print("std::span<const EntityRow> entity_rows() {\n    return kEntities;\n}\n")
    print("}  // namespace fovea::proxy")


if __name__ == "__main__":
    main()
