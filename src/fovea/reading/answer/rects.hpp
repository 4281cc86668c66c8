// How rectangles of a page stand to each other. Edges are 64 bits wide, so that no sum wraps.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::reading {

inline std::int64_t left_edge(const media::PixelRect& rect) {
    return rect.x;
}
inline std::int64_t top_edge(const media::PixelRect& rect) {
    return rect.y;
}
inline std::int64_t right_edge(const media::PixelRect& rect) {
    return std::int64_t{rect.x} + rect.width;
}
inline std::int64_t bottom_edge(const media::PixelRect& rect) {
    return std::int64_t{rect.y} + rect.height;
}

// The pixels that both have, along each side; negative where there is a gap.
inline std::int64_t shared_width(const media::PixelRect& a, const media::PixelRect& b) {
    return std::min(right_edge(a), right_edge(b)) - std::max(left_edge(a), left_edge(b));
}
inline std::int64_t shared_height(const media::PixelRect& a, const media::PixelRect& b) {
    return std::min(bottom_edge(a), bottom_edge(b)) - std::max(top_edge(a), top_edge(b));
}

inline bool touches(const media::PixelRect& a, const media::PixelRect& b) {
    return shared_width(a, b) > 0 && shared_height(a, b) > 0;
}

// On one band: each could stand in the other's line.
inline bool side_by_side(const media::PixelRect& a, const media::PixelRect& b) {
    const auto shared = shared_height(a, b);
    return shared > 0 && shared * 2 >= std::min(a.height, b.height);
}

// The smallest one around both; an empty one adds nothing.
inline media::PixelRect around(const media::PixelRect& a, const media::PixelRect& b) {
    if (a.width == 0 || a.height == 0) return b;
    if (b.width == 0 || b.height == 0) return a;
    const auto x = std::min(a.x, b.x);
    const auto y = std::min(a.y, b.y);
    return {
        x,
        y,
        static_cast<std::uint32_t>(std::max(right_edge(a), right_edge(b)) - x),
        static_cast<std::uint32_t>(std::max(bottom_edge(a), bottom_edge(b)) - y)};
}

}  // namespace fovea::reading
