#include "fovea/media/transform/resize_kernels.hpp"

#include <algorithm>
#include <cstring>

// The kernels count on vectors made of 128-bit blocks whose number is known when compiling.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/transform/vertical_pass.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "fovea/media/transform/pair_sum-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

// Emulated vectors are slower than plain loops.
bool make_columns(const RowGroup&, std::int16_t*, std::int16_t*) {
    return false;
}

#else

// As wide as they come while filtering.
using Tall8 = hn::CappedTag<std::uint8_t, 64>;
using Tall16 = hn::Repartition<std::int16_t, Tall8>;
using Tall32 = hn::Repartition<std::int32_t, Tall8>;
constexpr std::size_t kTallBytes = HWY_MAX_BYTES >= 64 ? 64 : HWY_MAX_BYTES >= 32 ? 32 : 16;

// 32 bytes at most while transposing: eight rows of pairs fill just one such vector.
using D8 = hn::CappedTag<std::uint8_t, 32>;
using D16 = hn::CappedTag<std::int16_t, 16>;
using D32 = hn::CappedTag<std::int32_t, 8>;
using D64 = hn::Repartition<std::uint64_t, D32>;
using V32 = hn::Vec<D32>;
constexpr std::size_t kBytes = HWY_MAX_BYTES >= 32 ? 32 : 16;
constexpr std::size_t kParts = 32 / kBytes;  // vectors for eight rows of pairs

// Packing leaves in `left` the first eight columns of each block, and the other eight in `right`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_in_order(D d, V left, V right, std::int16_t* out) {
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    if constexpr (kLanes == 8) {
        hn::StoreU(left, d, out);
        hn::StoreU(right, d, out + kLanes);
    } else if constexpr (kLanes == 16) {
        hn::StoreU(hn::ConcatLowerLower(d, right, left), d, out);
        hn::StoreU(hn::ConcatUpperUpper(d, right, left), d, out + kLanes);
    } else {
        const hn::Half<D> half;
        store_in_order(half, hn::LowerHalf(half, left), hn::LowerHalf(half, right), out);
        store_in_order(half, hn::UpperHalf(half, left), hn::UpperHalf(half, right), out + kLanes);
    }
}

// The vertical pass for kVectors * kTallBytes columns.
template <std::size_t kVectors>
HWY_INLINE void filter_columns(
    const std::uint8_t* const* rows,
    const std::int16_t* weights,
    std::size_t pairs,
    std::size_t x,
    std::int16_t* out
) {
    const Tall8 d8;
    const Tall16 d16;
    const auto zero = hn::Zero(d8);
    PairSum<Tall32> sums[4 * kVectors];
    HWY_UNROLL(8)
    for (auto& sum : sums) sum.clear();
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const auto weight = broadcast_pair(Tall32(), weights + 2 * pair);
        const auto* upper_row = rows[2 * pair] + x;
        const auto* lower_row = rows[2 * pair + 1] + x;
        HWY_UNROLL(8)
        for (std::size_t i = 0; i < kVectors; ++i) {
            const auto upper = hn::LoadU(d8, upper_row + i * kTallBytes);
            const auto lower = hn::LoadU(d8, lower_row + i * kTallBytes);
            const auto left = hn::InterleaveLower(d8, upper, lower);
            const auto right = hn::InterleaveUpper(d8, upper, lower);
            sums[4 * i].add(hn::BitCast(d16, hn::InterleaveLower(d8, left, zero)), weight);
            sums[4 * i + 1].add(hn::BitCast(d16, hn::InterleaveUpper(d8, left, zero)), weight);
            sums[4 * i + 2].add(hn::BitCast(d16, hn::InterleaveLower(d8, right, zero)), weight);
            sums[4 * i + 3].add(hn::BitCast(d16, hn::InterleaveUpper(d8, right, zero)), weight);
        }
    }
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < kVectors; ++i) {
        const auto left = hn::ReorderDemote2To(
            d16,
            sums[4 * i].template rounded<kVerticalShift>(),
            sums[4 * i + 1].template rounded<kVerticalShift>()
        );
        const auto right = hn::ReorderDemote2To(
            d16,
            sums[4 * i + 2].template rounded<kVerticalShift>(),
            sums[4 * i + 3].template rounded<kVerticalShift>()
        );
        store_in_order(d16, left, right, out + i * kTallBytes);
    }
}

// Columns [begin, end) of one output row; `out` is where column `begin` goes.
void filter_stretch(
    const std::uint8_t* const* rows,
    const std::int16_t* weights,
    std::size_t pairs,
    std::size_t begin,
    std::size_t end,
    std::int16_t* out
) {
    auto x = begin;
    for (; x + 2 * kTallBytes <= end; x += 2 * kTallBytes) {
        filter_columns<2>(rows, weights, pairs, x, out + (x - begin));
    }
    for (; x + kTallBytes <= end; x += kTallBytes) {
        filter_columns<1>(rows, weights, pairs, x, out + (x - begin));
    }
    if (x == end) return;
    // The rest together with columns before it, so that nothing past the row is read.
    const auto back = end >= kTallBytes ? kTallBytes - (end - x) : 0;
    filter_columns<1>(rows, weights, pairs, x - back, out + (x - begin) - back);
}

// Row r and, in vectors of two blocks, row r + 4.
HWY_INLINE V32 load_rows(const std::int16_t* row) {
#if HWY_MAX_BYTES >= 32
    const hn::Half<D16> half;
    const auto both =
        hn::Combine(D16(), hn::LoadU(half, row + 4 * kTilePitch), hn::LoadU(half, row));
    return hn::BitCast(D32(), both);
#else
    return hn::BitCast(D32(), hn::LoadU(D16(), row));
#endif
}

// Two pixels of kIn interleaved channels become one pair for each channel.
template <unsigned kIn>
HWY_INLINE V32 pair_up(V32 pixels) {
    alignas(16) static constexpr std::uint8_t kThree[16] = {
        0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 12, 13, 14, 15};
    alignas(16) static constexpr std::uint8_t kFour[16] = {
        0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15};
    if constexpr (kIn == 1) return pixels;
    const auto order = hn::LoadDup128(D8(), kIn == 3 ? kThree : kFour);
    return hn::BitCast(D32(), hn::TableLookupBytes(hn::BitCast(D8(), pixels), order));
}

// From eight rows to columns: four dwords of four rows at a time, each a pair of neighbouring
// samples.
template <unsigned kIn, unsigned kOut>
void transpose_tile(const std::int16_t* tile, std::size_t pixel_pairs, std::int16_t* out) {
    const D32 d32;
    const D64 d64;
    constexpr std::size_t kPairsAtOnce = kIn == 1 ? 4 : 1;
    constexpr std::size_t kStores = kIn == 1 ? 4 : kOut;
    for (std::size_t pair = 0; pair < pixel_pairs; pair += kPairsAtOnce) {
        HWY_UNROLL(8)
        for (std::size_t part = 0; part < kParts; ++part) {
            const auto* row = tile + part * 4 * kTilePitch + pair * 2 * kIn;
            const auto v0 = pair_up<kIn>(load_rows(row));
            const auto v1 = pair_up<kIn>(load_rows(row + kTilePitch));
            const auto v2 = pair_up<kIn>(load_rows(row + 2 * kTilePitch));
            const auto v3 = pair_up<kIn>(load_rows(row + 3 * kTilePitch));
            const auto a = hn::BitCast(d64, hn::InterleaveLower(d32, v0, v1));
            const auto b = hn::BitCast(d64, hn::InterleaveLower(d32, v2, v3));
            const auto c = hn::BitCast(d64, hn::InterleaveUpper(d32, v0, v1));
            const auto d = hn::BitCast(d64, hn::InterleaveUpper(d32, v2, v3));
            auto* to = out + pair / kPairsAtOnce * kStores * kColumn + part * kColumn / kParts;
            const D16 d16;
            hn::StoreU(hn::BitCast(d16, hn::InterleaveLower(d64, a, b)), d16, to);
            hn::StoreU(hn::BitCast(d16, hn::InterleaveUpper(d64, a, b)), d16, to + kColumn);
            hn::StoreU(hn::BitCast(d16, hn::InterleaveLower(d64, c, d)), d16, to + 2 * kColumn);
            if constexpr (kStores == 4) {
                hn::StoreU(hn::BitCast(d16, hn::InterleaveUpper(d64, c, d)), d16, to + 3 * kColumn);
            }
        }
    }
}

template <unsigned kIn, unsigned kOut>
void make_columns_of(const RowGroup& group, std::int16_t* tile, std::int16_t* columns) {
    const std::size_t width = group.horizontal->in;
    for (std::size_t begin = 0; begin < width; begin += kTilePixels) {
        const auto end = std::min(width, begin + kTilePixels);
        for (std::size_t r = 0; r < kGroupRows; ++r) {
            filter_stretch(
                group.rows[r],
                group.weights[r],
                group.pairs[r],
                begin * kIn,
                end * kIn,
                tile + r * kTilePitch + kTileFront
            );
        }
        transpose_tile<kIn, kOut>(
            tile + kTileFront, (end - begin + 1) / 2, columns + begin / 2 * kOut * kColumn
        );
    }
}

bool make_columns(const RowGroup& group, std::int16_t* tile, std::int16_t* columns) {
    if (group.channels == 1) {
        make_columns_of<1, 1>(group, tile, columns);
    } else if (group.channels == 3) {
        make_columns_of<3, 3>(group, tile, columns);
    } else if (group.out_channels == 3) {
        make_columns_of<4, 3>(group, tile, columns);
    } else {
        make_columns_of<4, 4>(group, tile, columns);
    }
    return true;
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {
namespace {

HWY_EXPORT(make_columns);

}  // namespace

bool vertical_pass(const RowGroup& group, std::int16_t* tile, std::int16_t* columns) {
    return HWY_DYNAMIC_DISPATCH(make_columns)(group, tile, columns);
}

}  // namespace fovea::media
#endif  // HWY_ONCE
