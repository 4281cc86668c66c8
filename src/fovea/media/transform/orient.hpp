// Turns a picture upright, as its EXIF orientation says. All eight orientations, all formats.
//
//     picture = orient(std::move(picture), info.orientation);
//
// Planes are turned one by one, and a chroma plane's subsampling turns with it. Where a side is odd
// and subsampled, mirroring it moves chroma by one pixel against luma; turning back undoes that
// too.
#pragma once

#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/pixels.hpp"

namespace fovea::media {

Picture orient(Picture picture, Orientation orientation);

// The orientation that undoes this one.
constexpr Orientation inverse(Orientation orientation) {
    if (orientation == Orientation::Rotate90) return Orientation::Rotate270;
    if (orientation == Orientation::Rotate270) return Orientation::Rotate90;
    return orientation;  // mirrors undo themselves
}

}  // namespace fovea::media
