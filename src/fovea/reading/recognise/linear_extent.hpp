// How far the bars of a linear barcode reach. ZXing tells a line across them, and of the rest only
// what rows it happened to look at.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>

namespace fovea::reading {

struct ScanLine {
    std::int32_t x0 = 0;
    std::int32_t y0 = 0;
    std::int32_t x1 = 0;
    std::int32_t y1 = 0;
};

// Where the bars end, in pixels from the line.
struct BarEnd {
    std::uint32_t away = 0;
    std::int32_t drift = 0;  // along the line: bars need not stand at right angles to it

    bool operator==(const BarEnd&) const = default;
};

struct BarExtent {
    BarEnd before;
    BarEnd after;  // below a line that runs from left to right
};

// Follows the bars of a Gray8 picture for as long as they stay the same.
BarExtent extent_of_bars(const media::Picture& gray, const ScanLine& line);

}  // namespace fovea::reading
