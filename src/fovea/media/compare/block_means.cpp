#include "fovea/media/compare/block_means.hpp"

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/compare/block_means.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#ifndef FOVEA_LUMA_WEIGHTS
#define FOVEA_LUMA_WEIGHTS
namespace fovea::media {

// BT.601 in 256ths, for one, three and four channels, repeated over eight pixels.
constexpr std::int16_t kRed = 77;
constexpr std::int16_t kGreen = 150;
constexpr std::int16_t kBlue = 29;
alignas(16) constexpr std::int16_t kGrayWeights[8] = {256, 256, 256, 256, 256, 256, 256, 256};
alignas(16) constexpr std::int16_t kRgbWeights[24] = {
    kRed, kGreen, kBlue, kRed, kGreen, kBlue, kRed, kGreen, kBlue, kRed, kGreen, kBlue,
    kRed, kGreen, kBlue, kRed, kGreen, kBlue, kRed, kGreen, kBlue, kRed, kGreen, kBlue};
alignas(16) constexpr std::int16_t kRgbaWeights[32] = {
    kRed, kGreen, kBlue, 0, kRed, kGreen, kBlue, 0, kRed, kGreen, kBlue, 0, kRed, kGreen, kBlue, 0,
    kRed, kGreen, kBlue, 0, kRed, kGreen, kBlue, 0, kRed, kGreen, kBlue, 0, kRed, kGreen, kBlue, 0};

constexpr const std::int16_t* weights_for(unsigned channels) {
    return channels == 1 ? kGrayWeights : channels == 3 ? kRgbWeights : kRgbaWeights;
}

}  // namespace fovea::media
#endif

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

// Both return how much they did; the rest is for plain loops.

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

std::size_t
add_row_vectors(const std::uint8_t*, std::size_t, std::size_t, std::span<std::uint16_t>) {
    return 0;
}
std::size_t sum_eights(std::span<const std::uint16_t>, unsigned, std::span<std::uint32_t>) {
    return 0;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

std::size_t add_row_vectors(
    const std::uint8_t* rows,
    std::size_t stride,
    std::size_t count,
    std::span<std::uint16_t> columns
) {
    const hn::CappedTag<std::uint16_t, 16> d16;
    const hn::Rebind<std::uint8_t, decltype(d16)> d8;
    constexpr std::size_t kLanes = HWY_MAX_BYTES >= 32 ? 16 : 8;
    std::size_t x = 0;
    for (; x + 2 * kLanes <= columns.size(); x += 2 * kLanes) {
        auto* to = columns.data() + x;
        auto left = hn::LoadU(d16, to);
        auto right = hn::LoadU(d16, to + kLanes);
        const auto* from = rows + x;
        for (std::size_t y = 0; y < count; ++y, from += stride) {
            left = hn::Add(left, hn::PromoteTo(d16, hn::LoadU(d8, from)));
            right = hn::Add(right, hn::PromoteTo(d16, hn::LoadU(d8, from + kLanes)));
        }
        hn::StoreU(left, d16, to);
        hn::StoreU(right, d16, to + kLanes);
    }
    return x;
}

// Blocks of eight pixels: as many vectors of eight sums as there are channels.
std::size_t sum_eights(
    std::span<const std::uint16_t> columns, unsigned channels, std::span<std::uint32_t> lumas
) {
    const hn::Full128<std::int16_t> d16;
    const hn::Full128<std::int32_t> d32;
    const auto* weights = weights_for(channels);
    const auto* from = reinterpret_cast<const std::int16_t*>(columns.data());  // at most 8 * 255
    for (auto& luma : lumas) {
        auto a = hn::Zero(d32);
        auto b = hn::Zero(d32);
        for (unsigned i = 0; i < channels; ++i, from += 8) {
            const auto weight = hn::LoadU(d16, weights + 8 * i);
            a = hn::ReorderWidenMulAccumulate(d32, hn::LoadU(d16, from), weight, a, b);
        }
        luma = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d32, hn::Add(a, b))));
    }
    return lumas.size();
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {
namespace {

HWY_EXPORT(add_row_vectors);
HWY_EXPORT(sum_eights);

}  // namespace

void add_rows(
    const std::uint8_t* rows,
    std::size_t stride,
    std::size_t count,
    std::span<std::uint16_t> columns
) {
    const auto done = HWY_DYNAMIC_DISPATCH(add_row_vectors)(rows, stride, count, columns);
    for (auto x = done; x < columns.size(); ++x) {
        unsigned sum = columns[x];
        for (std::size_t y = 0; y < count; ++y) sum += rows[y * stride + x];
        columns[x] = static_cast<std::uint16_t>(sum);
    }
}

void sum_blocks(
    std::span<const std::uint16_t> columns,
    unsigned channels,
    std::uint32_t block,
    std::span<std::uint32_t> lumas
) {
    const auto done = block == 8 ? HWY_DYNAMIC_DISPATCH(sum_eights)(columns, channels, lumas) : 0;
    const auto* weights = weights_for(channels);
    const std::size_t samples = std::size_t{block} * channels;
    for (auto i = done; i < lumas.size(); ++i) {
        const auto* from = columns.data() + i * samples;
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < samples; ++k) {
            sum += from[k] * static_cast<std::uint32_t>(weights[k]);
        }
        lumas[i] = sum;
    }
}

}  // namespace fovea::media
#endif  // HWY_ONCE
