// A frame seen from afar: small, enough to tell whether anything changed.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace fovea::media {

struct Glance {
    std::chrono::milliseconds time{0};  // when it is first shown
    // Gray8. Above the brightness, below it both colours at half the size, as YUV 4:2:0 lies in
    // memory: red that turns green is a change even where it stays as bright. All of one recording
    // have the same size.
    Picture picture;
    std::size_t number = 0;   // which look at the recording it was, from 0
    std::uint32_t looks = 1;  // so many in a row showed the same
};

// The share of the pixels that are another: 0 to 1. Lossy codecs move every grey level a little from
// frame to frame, letters move them a lot; the former do not count.
Result<double> changed_share(const Picture& before, const Picture& after);

// Called for each of those pixels, by its place.
Result<void> visit_changes(
    const Picture& before, const Picture& after, const std::function<void(std::size_t)>& visit
);

// A single pixel of a glance is about 3e-5.
inline constexpr double kSomethingChanged = 5e-5;

// What stays for so long, two tenths of a second, was meant to be read.
inline constexpr std::chrono::milliseconds kSettled{200};
inline constexpr std::uint32_t kSettledLooks = 3;

// The longest edge of a glance. A letter of a full HD screen is two pixels wide then.
inline constexpr std::uint32_t kGlanceEdge = 256;

// Of the brightness alone; both sides even.
PixelSize glance_size(PixelSize shown);

// Of all of it.
Shape glance_shape(PixelSize shown);

// Of a whole frame, Rgb8 or Rgba8; transparent pixels show white.
Picture make_glance(const Picture& frame);

// More are not held at a time: 100 MB at worst.
inline constexpr std::uint32_t kMaxGlances = 1000;

// More frames of one recording are not looked at; very long ones are looked at less often.
inline constexpr std::uint32_t kMaxLooks = 20'000;

// A tenth of a second: nobody reads faster.
inline constexpr std::chrono::milliseconds kGlanceStep{100};

}  // namespace fovea::media
