// Tells writing in which all letters are equally wide, from boxes and text alone: in a font of a
// program or a terminal, a word is as wide as its letters are many; in all others, as wide as they
// are wide. Both are fitted, and the better one wins.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace fovea::reading {

struct MonospaceFit {
    double advance = 0;     // from one letter to the next
    std::size_t words = 0;  // long enough to tell anything
};

// None where the piece is too short to tell, or is better explained by letters of different widths.
std::optional<MonospaceFit> fit_monospace(const Piece& piece, const Reading& reading);

// Free space at the sides of a text within the cells of its first and last letter, in parts of a
// cell: little for "m", much for "|".
double left_bearing(std::string_view text);
double right_bearing(std::string_view text);

// Whether the words are as wide as their letters are many, by an advance known from elsewhere.
bool fits_advance(const Piece& piece, const Reading& reading, double advance);

// The same, and long enough that it is no chance.
bool surely_fits_advance(const Piece& piece, const Reading& reading, double advance);

}  // namespace fovea::reading
