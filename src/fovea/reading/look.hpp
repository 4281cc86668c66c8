// How a picture looks, in numbers: its main colours, and what tells a screen from a photograph.
//
// Shares are of the area (0 to 1). Transparent parts count as the white that they are shown on.
// Large pictures are judged by a sample of their rows.
#pragma once

#include "fovea/media/text/text_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::reading {

struct ColourShare {
    media::Colour colour;
    double share = 0;  // of the area, 0 to 1

    bool operator==(const ColourShare&) const = default;
};

constexpr std::size_t kMaxLookColours = 6;
constexpr std::size_t kMaxPanels = 500;

struct Look {
    std::vector<ColourShare> colours;  // the largest first; near shades are one
    double flat_share = 0;             // of the pixels that equal their left and upper neighbours
    double edge_share = 0;             // of the pixels with a strong step beside them
    std::uint32_t tones = 0;           // distinct colours, at five bits a channel

    double texture_share = 0;  // of squares in which hardly two neighbours are equal: photographs
    double vivid_share = 0;    // of strong colours in flat pieces: bars, buttons, slices of a pie
    std::uint32_t vivid_hues = 0;  // how many twelfths of the colour circle those cover
    double clear_share = 0;        // of pixels that are more than half transparent
    double brightness = 0;         // the mean, from black to white

    // Thin straight lines that run over an eighth of the picture or more: axes, grids, tables.
    std::uint32_t horizontal_rules = 0;
    std::uint32_t vertical_rules = 0;

    // Cards, dialogs, side bars, cells with lines around them (recognise/find_panels.hpp); the largest first, in pixels of
    // the whole upright picture.
    std::vector<media::PixelRect> panels = {};

    bool operator==(const Look&) const = default;
};

}  // namespace fovea::reading
