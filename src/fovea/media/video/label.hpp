// Writes times on pictures.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <string_view>

namespace fovea::media {

// Of a label at scale 1, with what it stands on.
inline constexpr std::uint32_t kLabelHeight = 11;

// On an Rgb8 picture, its top left corner at (x, y), white on black, letters 7 times `scale` pixels
// high. Knows digits, the colon, the point and the space; others are spaces. What is beyond the
// picture is left out.
void draw_label(
    Picture& picture, std::uint32_t x, std::uint32_t y, std::string_view text, std::uint32_t scale
);

}  // namespace fovea::media
