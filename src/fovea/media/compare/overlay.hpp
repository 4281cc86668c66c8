// Frames rectangles on a picture, so that a person sees which regions are meant.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <span>

namespace fovea::media {

// A copy as Rgb8 (transparency on white) with a frame around each rectangle, just outside of it
// where there is room, readable on any background. Six colours take turns.
Picture draw_frames(const Picture& picture, std::span<const PixelRect> rects);

}  // namespace fovea::media
