// Pieces: words that stand together on one line, in the frame in which the writing is upright. All
// steps of the layout work on them.
//
//     std::vector<Piece> pieces = pieces_of(reading);
//
// The size of the font and the baseline are worked out from the heights of the words and what is
// written there, as a box around "nose" is half as high as one around "Badge" of the same font.
#pragma once

#include "fovea/media/text/colours.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace fovea::reading {

// Where the writing is upright: x grows in the direction of reading, y from line to line. Doubles,
// as a turned frame has negative edges, and sums of hostile boxes do not fit in 32 bits.
struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    double width() const { return right - left; }
    double height() const { return bottom - top; }
    bool operator==(const Box&) const = default;
};

Box upright(const media::PixelRect& rect, TextTurn turn);
void cover(Box& box, const Box& other);  // grows `box` around both

struct Piece {
    Box box;
    double em = 1;  // size of the font
    double baseline = 0;
    media::Colour ink;
    media::Colour ground;
    std::vector<std::size_t> words;    // indices in Reading::words, from left to right
    std::optional<std::size_t> block;  // stands for a whole block of code

    // The rows that capitals fill. Lines that are set tightly touch with their descenders, not with
    // these.
    double core_top() const { return block ? box.top : baseline - 0.72 * em; }
    double core_bottom() const { return block ? box.bottom : baseline; }
};

std::vector<Piece> pieces_of(const Reading& reading);

// Made anew from some words, already in order; colours from where the first one stands.
Piece piece_of(const Reading& reading, std::vector<std::size_t> words);

// Of the same size and colours, as far as the eye would say so.
bool same_size(const Piece& a, const Piece& b);
bool same_style(const Piece& a, const Piece& b);

std::size_t count_letters(std::string_view utf8);

}  // namespace fovea::reading
