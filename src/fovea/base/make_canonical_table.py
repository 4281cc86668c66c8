#!/usr/bin/env python3
"""Writes canonical_table.cpp: what characters come apart to (canonical decomposition), and the order of marks.

    make_canonical_table.py > canonical_table.cpp

Both come from the Unicode data in Python. Hangul syllables come apart by rule, in canonical_form.cpp.
"""

import sys
import unicodedata

PER_LINE = 5


def parts_of(character):
    """The one or two characters that this comes apart to, or none."""
    parts = unicodedata.decomposition(character)
    if not parts or parts.startswith("<"):
        return ()
    return tuple(int(part, 16) for part in parts.split())


def rows(items, form):
    items = list(items)
    for start in range(0, len(items), PER_LINE):
        yield "    " + ",".join(form(item) for item in items[start : start + PER_LINE]) + ",\n"


def class_ranges(characters):
    """Runs of neighbours of one class: (first, last, class)."""
    runs = []
    for character in characters:
        number = unicodedata.combining(character)
        if number == 0:
            continue
        code = ord(character)
        if runs and runs[-1][1] == code - 1 and runs[-1][2] == number:
            runs[-1] = (runs[-1][0], code, number)
        else:
            runs.append((code, code, number))
    return runs


def main():
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    parts = [(ord(c), *(parts_of(c) + (0,))[:2]) for c in characters if parts_of(c)]
    classes = class_ranges(characters)
    out = sys.stdout
    out.write(
        "// Made by make_canonical_table.py; not edited by hand. Derived from the Unicode Character Database\n"
        f"// {unicodedata.unidata_version} (Copyright Unicode, Inc.; unicode.org/terms_of_use.html).\n"
        '#include "fovea/base/canonical_table.hpp"\n\nnamespace fovea {\nnamespace {\n\n'
        "// clang-format off\nconstexpr PartsRow kParts[] = {\n"
    )
    out.writelines(rows(parts, lambda row: "{0x%X,0x%X,0x%X}" % row))
    out.write("};\nconstexpr ClassRow kClasses[] = {\n")
    out.writelines(rows(classes, lambda row: "{0x%X,0x%X,%d}" % row))
    out.write(
        "};\n// clang-format on\n\n}  // namespace\n\n"
        "std::span<const PartsRow> parts_rows() {\n    return kParts;\n}\n\n"
        "std::span<const ClassRow> class_rows() {\n    return kClasses;\n}\n\n}  // namespace fovea\n"
    )


main()
