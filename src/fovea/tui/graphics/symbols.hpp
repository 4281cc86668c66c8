// A picture out of block characters: each cell one character in two colours, the one of sixteen shapes that comes
// nearest. For terminals that show no pictures.
//
//     const auto picture = …;                      // at most 4 pixels a column and 8 a row
//     for (auto& line : symbols_of(picture, boxes)) print(line);
//
// Our own and not Chafa: with the shapes that every font has it comes out the same, and a program that is to start
// in 50 ms does without GLib.
#pragma once

#include "fovea/tui/graphics/numbered_box.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <span>

namespace fovea::tui {

inline constexpr media::PixelSize kSymbolCell{4, 8};  // pixels that a cell tells apart

// `picture` is Rgb8; the boxes are in its pixels, and their numbers stand in cells of their own.
StyledText symbols_of(const media::Picture& picture, std::span<const NumberedBox> boxes = {});

}  // namespace fovea::tui
