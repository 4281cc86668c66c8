// Frames rectangles on a picture, so that a person sees which regions are meant.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fovea::media {

using FrameColour = std::array<std::uint8_t, 3>;

// Six take turns, so that one can tell neighbours apart; white can be read on each.
const FrameColour& frame_colour(std::size_t index);

// As Rgb8, transparency on white.
Picture rgb_copy(const Picture& picture);

// A copy as Rgb8 (transparency on white) with a frame around each rectangle, just outside of it
// where there is room, readable on any background. Six colours take turns.
Picture draw_frames(const Picture& picture, std::span<const PixelRect> rects);

}  // namespace fovea::media
