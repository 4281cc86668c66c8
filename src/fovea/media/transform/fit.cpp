#include "fovea/media/transform/fit.hpp"

#include <algorithm>

namespace fovea::media {

PixelSize fit_within(PixelSize picture, std::uint32_t max_edge) {
    const auto longest = picture.longest_edge();
    if (longest <= max_edge || longest == 0) return picture;
    const auto scaled = [&](std::uint32_t side) {
        const auto rounded = (std::uint64_t{side} * max_edge + longest / 2) / longest;
        return static_cast<std::uint32_t>(std::max<std::uint64_t>(rounded, 1));
    };
    return {scaled(picture.width), scaled(picture.height)};
}

PixelSize pad_to(PixelSize picture, std::uint32_t min_edge) {
    if (picture.pixels() == 0) return picture;
    return {std::max(picture.width, min_edge), std::max(picture.height, min_edge)};
}

}  // namespace fovea::media
