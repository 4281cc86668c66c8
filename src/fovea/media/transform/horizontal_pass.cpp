#include "fovea/media/transform/resize_kernels.hpp"

#include <algorithm>
#include <cstring>

// The kernels count on vectors made of 128-bit blocks whose number is known when compiling.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/transform/horizontal_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "fovea/media/transform/pair_sum-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

// The vertical pass makes no columns there.
void filter_columns_of(const RowGroup&, const std::int16_t*) {}

#else

// 32 bytes at most: eight rows of pairs fill just one such vector.
using D16 = hn::CappedTag<std::int16_t, 16>;
using D32 = hn::CappedTag<std::int32_t, 8>;
constexpr std::size_t kBytes = HWY_MAX_BYTES >= 32 ? 32 : 16;
constexpr std::size_t kParts = 32 / kBytes;  // vectors for eight rows of pairs
constexpr std::size_t kStripPixels = 64;

// From samples of eight rows to rows of samples. Interleaving the first half of 128 bytes with the
// second rotates each byte's address by one bit; four times, and the row has moved from the low
// bits to the top.
void store_strip(
    const std::uint8_t* strip,
    std::size_t samples,
    const std::array<std::uint8_t*, kGroupRows>& out,
    std::size_t offset
) {
    const hn::Full128<std::uint8_t> d;
    for (std::size_t s = 0; s < samples; s += 16) {
        hn::Vec<decltype(d)> v[8];
        HWY_UNROLL(8)
        for (std::size_t i = 0; i < 8; ++i) v[i] = hn::LoadU(d, strip + s * kGroupRows + i * 16);
        HWY_UNROLL(8)
        for (int stage = 0; stage < 4; ++stage) {
            hn::Vec<decltype(d)> t[8];
            HWY_UNROLL(8)
            for (std::size_t i = 0; i < 4; ++i) {
                t[2 * i] = hn::InterleaveLower(d, v[i], v[i + 4]);
                t[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + 4]);
            }
            HWY_UNROLL(8)
            for (std::size_t i = 0; i < 8; ++i) v[i] = t[i];
        }
        const auto count = std::min<std::size_t>(16, samples - s);
        HWY_UNROLL(8)
        for (std::size_t r = 0; r < kGroupRows; ++r) {
            auto* to = out[r] + offset + s;
            if (count == 16) {
                hn::StoreU(v[r], d, to);
            } else {
                alignas(16) std::uint8_t bytes[16];
                hn::Store(v[r], d, bytes);
                std::memcpy(to, bytes, count);
            }
        }
    }
}

template <unsigned kChannels>
HWY_INLINE void filter_pixel(
    const std::int16_t* column, const std::int16_t* weights, std::size_t pairs, std::uint8_t* out
) {
    PairSum<D32> sums[kChannels * kParts];
    HWY_UNROLL(8)
    for (auto& sum : sums) sum.clear();
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const auto weight = broadcast_pair(D32(), weights + 2 * pair);
        HWY_UNROLL(8)
        for (std::size_t i = 0; i < kChannels * kParts; ++i) {
            sums[i].add(hn::LoadU(D16(), column + i * kBytes / 2), weight);
        }
        column += kChannels * kColumn;
    }
    const hn::Rebind<std::uint8_t, D32> narrow;
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < kChannels * kParts; ++i) {
        const auto value = sums[i].template rounded<kHorizontalShift>();
        hn::StoreU(hn::DemoteTo(narrow, value), narrow, out + i * kBytes / 4);
    }
}

template <unsigned kChannels>
void filter_rows(const RowGroup& group, const std::int16_t* columns) {
    const auto& table = *group.horizontal;
    alignas(64) std::uint8_t strip[(kStripPixels * kChannels + 16) * kGroupRows];
    for (std::size_t begin = 0; begin < table.out; begin += kStripPixels) {
        const auto count = std::min<std::size_t>(kStripPixels, table.out - begin);
        for (std::size_t i = 0; i < count; ++i) {
            const auto x = begin + i;
            filter_pixel<kChannels>(
                columns + std::size_t{table.first[x] / 2} * kChannels * kColumn,
                table.weights_of(x),
                table.max_pairs,
                strip + i * kChannels * kGroupRows
            );
        }
        // What a last partial vector takes along is not stored, but it should not be noise.
        std::memset(strip + count * kChannels * kGroupRows, 0, 16 * kGroupRows);
        store_strip(strip, count * kChannels, group.out, begin * kChannels);
    }
}

void filter_columns_of(const RowGroup& group, const std::int16_t* columns) {
    switch (group.out_channels) {
        case 1: return filter_rows<1>(group, columns);
        case 3: return filter_rows<3>(group, columns);
        default: return filter_rows<4>(group, columns);
    }
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {
namespace {

HWY_EXPORT(filter_columns_of);

}  // namespace

void horizontal_pass(const RowGroup& group, const std::int16_t* columns) {
    HWY_DYNAMIC_DISPATCH(filter_columns_of)(group, columns);
}

}  // namespace fovea::media
#endif  // HWY_ONCE
