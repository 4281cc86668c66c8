// Rows of Rgba8 pixels and their transparency. Colours are multiplied by alpha before filtering:
// the colour that a file happens to keep under fully transparent pixels must not bleed into the
// visible ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea::media {

bool is_opaque(const std::uint8_t* rgba, std::size_t pixels);

// out = colour * alpha / 255, rounded; `out` may be `rgba`.
void premultiply(const std::uint8_t* rgba, std::size_t pixels, std::uint8_t* out);

// The way back, in place. What no alpha could have made (the filter overshoots) is clamped.
void unpremultiply(std::uint8_t* rgba, std::size_t pixels);

// Rgb8 to Rgba8, all opaque.
void add_opaque_alpha(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba);

}  // namespace fovea::media
