// How much small writing a picture holds, and how small it is: a screen full of letters that vanish
// when it is made smaller has to go to a model in pieces (M7).
//
//     const TextDensity text = TRY(measure_text(file, {.limits = limits}));
//     text.line_height;   // 11 pixels, in a spreadsheet; at half its size nobody reads them
//     text.length;        // 2768 times its height, all lines one behind the other
//
// Finds lines without reading them, in tens of milliseconds. Icons and single letters do not count,
// nor do the shapes of a photograph: letters of a line stand on it and are about as high as it is.
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <optional>

namespace fovea::media {

struct TextRequest {
    Limits limits;
    std::optional<PixelRect> area = {};  // of the upright picture; none: all of it
};

// Higher ones are drawings.
constexpr std::uint32_t kMaxLineHeight = 512;

struct TextDensity {
    // Of all lines together, each in its own height: about half as many as there are letters.
    // Counting the lines themselves would make the labels of a chart as much as a screen full of code.
    std::uint32_t length = 0;
    std::uint32_t line_height = 0;  // tight around the ink, of the line in the middle when sorted

    bool operator==(const TextDensity&) const = default;
};

Result<TextDensity> measure_text(ByteView file, const TextRequest& request);

// The same of pixels: Gray8, Rgb8 or Rgba8, whose alpha is not looked at.
TextDensity text_density(const Picture& picture, const std::optional<PixelRect>& area = {});

}  // namespace fovea::media
