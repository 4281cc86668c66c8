// The text that is being written as lines of the screen, and where the cursor stands among them.
//
//     const auto shown = lay_out(buffer, label_of, {.columns = 80, .most_rows = 10});
#pragma once

#include "fovea/tui/editor/edit_buffer.hpp"
#include "fovea/tui/screen/painter.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace fovea::tui {

struct EditSpace {
    int columns = 80;
    int most_rows = 10;  // of more, those around the cursor
    std::string prompt = "› ";
    Style prompt_style = style_of(Role::Accent);
    bool draws_cursor = false;  // as a reversed cell, where the terminal's own is hidden
};

struct EditShown {
    StyledText lines;
    CursorPlace cursor;
};

using ChipLabel = std::function<StyledLine(const Chip&)>;

EditShown lay_out(const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space);

// Where the cursor is one line of the screen further up or down; npos: there is none.
std::size_t offset_above(
    const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space
);
std::size_t offset_below(
    const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space
);

}  // namespace fovea::tui
