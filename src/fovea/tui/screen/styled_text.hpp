// Lines of styled text, as everything that is shown is made of them before it becomes cells.
//
//     StyledLine line;
//     line.add("● ", style_of(Role::Accent)).add("analyze_image", bold_of()).add(" shot.png");
//     for (auto& each : wrap(line, columns, 2)) screen.print(std::move(each));
//
// Text may hold anything: what cannot be shown is made safe where it becomes cells. A line has no line ends in
// it; `lines_of` splits.
#pragma once

#include "fovea/tui/screen/style.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

struct Span {
    std::string text;
    Style style = {};
    std::string link = {};  // an address that opens on a click (OSC 8); empty: none

    bool operator==(const Span&) const = default;
};

// A picture that the terminal draws over the cells from the line's `column` on, this line and `rows - 1`
// lines below it, which are there for it and empty. The bytes are written once, with the cursor in the
// upper left cell; the cursor is put back afterwards. Among lines that are alive only what passes is drawn: there again
// wherever its lines move, and gone with them.
struct Drawing {
    std::string bytes;
    int column = 0;
    int columns = 0;
    int rows = 0;  // 0: the characters of its lines are the picture
    bool passes = false;
    std::string removal = {};  // where writing over the cells does not take it away
};

struct StyledLine {
    std::vector<Span> spans = {};
    std::shared_ptr<const Drawing> drawing = {};  // shared: redrawn lines refer to the same one

    StyledLine() = default;
    explicit StyledLine(std::string text, Style style = {}, std::string link = {}) {
        add(std::move(text), style, std::move(link));
    }

    // Joins what looks the same; empty text leaves nothing.
    StyledLine& add(std::string text, Style style = {}, std::string link = {});
    StyledLine& add(const StyledLine& other);

    bool empty() const { return spans.empty() && !drawing; }
    int width() const;          // in columns
    std::string plain() const;  // the words alone

    bool operator==(const StyledLine&) const = default;
};

using StyledText = std::vector<StyledLine>;

// One line for each line of `text`; tabs become spaces.
StyledText lines_of(std::string_view text, Style style = {});

// Broken between words to at most `columns`, words that are longer anywhere; the second line on begins with
// `hanging` blanks. Blanks where a line was broken are gone. A drawing stays with the first.
StyledText wrap(const StyledLine& line, int columns, int hanging = 0);

// As it is, broken anywhere: for code, whose blanks count.
StyledText wrap_anywhere(const StyledLine& line, int columns, int hanging = 0);

// At most `columns` wide; what was cut ends with "…".
StyledLine cut(const StyledLine& line, int columns);

// `line` behind `columns` blanks.
StyledLine indented(const StyledLine& line, int columns);

}  // namespace fovea::tui
