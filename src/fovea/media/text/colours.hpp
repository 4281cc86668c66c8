// The colours of a small part of a picture: its pixels one after the other, which colour is its
// ground, and how far others are from it.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fovea::media {

// The pixels of `rect`, row by row; the part that lies outside of the picture is left out. Gray
// pixels have three equal channels.
std::vector<Colour> pixels_of(const Picture& picture, const PixelRect& rect);

struct Ground {
    Colour colour;
    double share = 0;  // of the pixels that have it, or nearly
};

// The colour that most pixels have. In rendered text that is what the letters stand on: even bold
// ones cover less than half of their box.
Ground ground_of(std::span<const Colour> pixels);

// 0 for the same, 765 from black to white. A blend of ink and ground is as far as its share of ink,
// with the coloured fringes of LCD rendering evened out.
inline int distance(const Colour& a, const Colour& b) {
    const auto apart = [](int x, int y) { return x > y ? x - y : y - x; };
    return apart(a.red, b.red) + apart(a.green, b.green) + apart(a.blue, b.blue);
}

}  // namespace fovea::media
