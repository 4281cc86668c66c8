#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/image/png/filter.cpp"
// clang-format off: foreach_target.h has to stand before everything that includes highway.h
#include <hwy/foreach_target.h>
// clang-format on

#include "fovea/media/image/png/filter.hpp"
#include "fovea/media/image/png/unfilter.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Sums of |row[i] - other[i]|, the difference taken as a signed byte: what is small compresses
// well.
std::uint64_t difference(const std::uint8_t* row, const std::uint8_t* other, std::size_t size) {
    std::uint64_t total = 0;
    std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    const hn::ScalableTag<std::uint8_t> d;
    const hn::Repartition<std::uint64_t, decltype(d)> sums;
    auto sum = hn::Zero(sums);
    for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) {
        const auto x = hn::LoadU(d, row + i);
        const auto y = hn::LoadU(d, other + i);
        sum = hn::Add(sum, hn::SumsOf8(hn::Min(hn::Sub(x, y), hn::Sub(y, x))));
    }
    total = hn::GetLane(hn::SumOfLanes(sums, sum));
#endif
    for (; i < size; ++i) {
        const auto gap = static_cast<std::uint8_t>(row[i] - other[i]);
        total += std::min<unsigned>(gap, 256u - gap);
    }
    return total;
}

void subtract(
    const std::uint8_t* row, const std::uint8_t* other, std::size_t size, std::uint8_t* out
) {
    const hn::ScalableTag<std::uint8_t> d;
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) {
        hn::StoreU(hn::Sub(hn::LoadU(d, row + i), hn::LoadU(d, other + i)), d, out + i);
    }
    for (; i < size; ++i) out[i] = static_cast<std::uint8_t>(row[i] - other[i]);
}

void filter_row(
    const std::uint8_t* row,
    const std::uint8_t* above,
    std::size_t size,
    std::size_t pixel_bytes,
    std::uint8_t* out
) {
    // The first pixel is the same for both but for what stands above it, and too small to matter.
    const auto rest = size - pixel_bytes;
    const bool up =
        above != nullptr && difference(row, above, size) < difference(row + pixel_bytes, row, rest);
    out[0] = static_cast<std::uint8_t>(up ? PngFilter::Up : PngFilter::Sub);
    if (up) {
        subtract(row, above, size, out + 1);
    } else {
        std::copy_n(row, pixel_bytes, out + 1);
        subtract(row + pixel_bytes, row, rest, out + 1 + pixel_bytes);
    }
}

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {

HWY_EXPORT(filter_row);

void filter_png_row(
    const std::uint8_t* row,
    const std::uint8_t* above,
    std::size_t size,
    unsigned pixel_bytes,
    std::uint8_t* out
) {
    HWY_DYNAMIC_DISPATCH(filter_row)(row, above, size, pixel_bytes, out);
}

}  // namespace fovea::media
#endif  // HWY_ONCE
