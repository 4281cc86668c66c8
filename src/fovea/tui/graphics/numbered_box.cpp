#include "fovea/tui/graphics/numbered_box.hpp"

#include <algorithm>

namespace fovea::tui {
namespace {

struct Side {
    std::uint32_t begin = 0;
    std::uint32_t length = 1;
};

Side scaled_side(std::uint32_t begin, std::uint32_t length, std::uint32_t from, std::uint32_t to) {
    const auto at = [&](std::uint64_t place) {
        const auto inside = std::min<std::uint64_t>(place, from);
        return static_cast<std::uint32_t>((inside * to + from / 2) / from);
    };
    const auto first = std::min(at(begin), to - 1);
    const auto last = std::max(at(std::uint64_t{begin} + length), first + 1);
    return {first, std::min(last, to) - first};
}

}  // namespace

media::PixelRect scaled(const media::PixelRect& box, media::PixelSize from, media::PixelSize to) {
    if (from.pixels() == 0 || to.pixels() == 0) return {0, 0, 1, 1};
    const auto x = scaled_side(box.x, box.width, from.width, to.width);
    const auto y = scaled_side(box.y, box.height, from.height, to.height);
    return {x.begin, y.begin, x.length, y.length};
}

}  // namespace fovea::tui
