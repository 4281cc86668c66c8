#include "fovea/media/transform/flatness.hpp"

#include <algorithm>
#include <cstring>

namespace fovea::media {

double flatness(const Picture& picture) {
    constexpr std::uint32_t kSampledRows = 64;
    const auto size = picture.size();
    const std::size_t pixel = bytes_per_pixel(picture.format());
    const auto step = std::max(1u, size.height / kSampledRows);
    std::uint64_t equal = 0;
    std::uint64_t seen = 0;
    for (std::uint32_t y = step / 2; y < size.height; y += step) {
        const std::uint8_t* row = picture.row(y);
        for (std::uint32_t x = 1; x < size.width; ++x) {
            equal += std::memcmp(row + (x - 1) * pixel, row + x * pixel, pixel) == 0 ? 1 : 0;
        }
        seen += size.width - 1;
    }
    return seen == 0 ? 1.0 : double(equal) / double(seen);
}

}  // namespace fovea::media
