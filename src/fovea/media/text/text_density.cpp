#include "fovea/media/text/text_density.hpp"

#include "fovea/media/image/decode_region.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/media/transform/upright.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace fovea::media {
namespace {

// Letters below are lost already; the leaves and pebbles of photographs make up lines of them.
constexpr std::uint32_t kMinLetter = 7;

// Of everything that was taken for a line. Screens have 0.35 and more, photographs 0.1 and less.
constexpr std::size_t kMinShare = 4;  // one in so many

bool is_writing(const TextLine& line) {
    return line.letter_height >= kMinLetter && line.box.height <= 2 * line.letter_height &&
           line.box.width >= 2 * line.box.height;
}

bool is_within(const PixelRect& box, const PixelRect& area) {
    return box.x >= area.x && box.y >= area.y && box.x + box.width <= area.x + area.width &&
           box.y + box.height <= area.y + area.height;
}

}  // namespace

TextDensity text_density(const Picture& picture, const std::optional<PixelRect>& area) {
    const auto size = picture.size();
    const auto where = area.value_or(PixelRect{0, 0, size.width, size.height});
    std::size_t found = 0;
    double length = 0;
    std::vector<std::uint32_t> heights;
    for (const auto& line : find_text_lines(picture)) {
        if (!is_within(line.box, where)) continue;
        ++found;
        if (!is_writing(line)) continue;
        heights.push_back(line.box.height);
        length += double(line.box.width) / line.box.height;
    }
    if (heights.empty() || heights.size() * kMinShare < found) return {};
    const auto middle = heights.begin() + std::ptrdiff_t(heights.size() / 2);
    std::ranges::nth_element(heights, middle);
    return {static_cast<std::uint32_t>(std::lround(length)), *middle};
}

Result<TextDensity> measure_text(ByteView file, const TextRequest& request) {
    const auto upright = TRY(decode_upright(file, request.limits));
    const auto area = TRY(decode_region(upright.picture.size(), request.area));
    return text_density(upright.picture, area);
}

}  // namespace fovea::media
