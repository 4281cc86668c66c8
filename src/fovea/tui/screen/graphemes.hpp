// Characters as people see them, and how many columns of a terminal they take.
//
//     for (; !rest.empty(); rest.remove_prefix(first_grapheme(rest).bytes)) { … }
//
// Terminals do not agree on emoji of several code points: one draws a family in two columns, another in six.
// The widths here are the widest that is drawn; the renderer says where the next character stands, so that a narrower
// terminal shows a gap and nothing is overwritten.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::tui {

struct Grapheme {
    std::size_t bytes = 0;
    int columns = 0;             // controls and stray bytes: 1, for what is shown in their place
    bool is_certain = true;      // whether every terminal agrees on its columns
    bool is_shown_as_is = true;  // else printed as U+FFFD: a control, a stray byte, an unseen mark

    bool operator==(const Grapheme&) const = default;
};

// That `text` starts with; only empty text gives none, of 0 bytes. A combining mark that stands behind nothing
// is one of its own. At most 64 bytes: more marks on one letter are cut off it.
Grapheme first_grapheme(std::string_view text);

// Of the grapheme that ends at `end`, which is the end of one.
std::size_t grapheme_before(std::string_view text, std::size_t end);

// Columns of one line of text.
int display_width(std::string_view text);

// The beginning of `text` that takes at most `columns`, whole characters only.
std::string_view fit_width(std::string_view text, int columns);

// At most `columns` wide; what was cut ends with "…".
std::string shorten_to_width(std::string_view text, int columns);

}  // namespace fovea::tui
