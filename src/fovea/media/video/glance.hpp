// A frame seen from afar: small, enough to tell whether anything changed.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <chrono>
#include <cstdint>

namespace fovea::media {

struct Glance {
    std::chrono::milliseconds time{0};  // when it is first shown
    // Gray8. Above the brightness, below it both colours at half the size, as YUV 4:2:0 lies in
    // memory: red that turns green is a change even where it stays as bright. All of one recording
    // have the same size.
    Picture picture;
};

// The longest edge of a glance. A letter of a full HD screen is two pixels wide then.
inline constexpr std::uint32_t kGlanceEdge = 256;

// Of the brightness alone; both sides even.
PixelSize glance_size(PixelSize shown);

// Of all of it.
Shape glance_shape(PixelSize shown);

// Of a whole frame, Rgb8 or Rgba8; transparent pixels show white.
Picture make_glance(const Picture& frame);

// More frames of one recording are not looked at; long ones are looked at less often.
inline constexpr std::uint32_t kMaxGlances = 1000;

// A tenth of a second: nobody reads faster.
inline constexpr std::chrono::milliseconds kGlanceStep{100};

}  // namespace fovea::media
