#include "fovea/media/transform/transpose.hpp"

#include <algorithm>
#include <cstring>

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/transform/transpose.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

// Sixteen rows of planes with one byte a pixel, eight columns at a time. Returns the columns done.
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

std::size_t
transpose_rows(PlaneView<const std::uint8_t>, std::size_t, std::size_t, PlaneView<std::uint8_t>) {
    return 0;
}

#else

std::size_t transpose_rows(
    PlaneView<const std::uint8_t> in, std::size_t width, std::size_t y, PlaneView<std::uint8_t> out
) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::Full128<std::uint8_t> d;
    const hn::Half<decltype(d)> half;
    using V = hn::Vec<decltype(d)>;
    std::size_t x = 0;
    for (; x + 8 <= width; x += 8) {
        V v[8];
        HWY_UNROLL(8)
        for (std::size_t i = 0; i < 8; ++i) {
            v[i] = hn::Combine(
                d,
                hn::LoadU(half, in.row(y + 2 * i + 1) + x),
                hn::LoadU(half, in.row(y + 2 * i) + x)
            );
        }
        // Interleaving the first half of 128 bytes with the second rotates each byte's address by
        // one bit; four times, and the column has moved from the low bits to the top.
        HWY_UNROLL(4)
        for (int stage = 0; stage < 4; ++stage) {
            V t[8];
            HWY_UNROLL(4)
            for (std::size_t i = 0; i < 4; ++i) {
                t[2 * i] = hn::InterleaveLower(d, v[i], v[i + 4]);
                t[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + 4]);
            }
            HWY_UNROLL(8)
            for (std::size_t i = 0; i < 8; ++i) v[i] = t[i];
        }
        HWY_UNROLL(8)
        for (std::size_t i = 0; i < 8; ++i) hn::StoreU(v[i], d, out.row(x + i) + y);
    }
    return x;
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {
namespace {

HWY_EXPORT(transpose_rows);

// A block of this many pixels each way stays in the first-level cache, on both sides.
constexpr std::size_t kBlock = 32;

template <std::size_t kBytes>
void transpose_block(
    PlaneView<const std::uint8_t> in,
    std::size_t left,
    std::size_t right,
    std::size_t top,
    std::size_t bottom,
    PlaneView<std::uint8_t> out
) {
    for (auto x = left; x < right; ++x) {
        auto* to = out.row(x) + top * kBytes;
        for (auto y = top; y < bottom; ++y, to += kBytes) {
            std::memcpy(to, in.row(y) + x * kBytes, kBytes);
        }
    }
}

template <std::size_t kBytes>
void transpose_blocks(
    PlaneView<const std::uint8_t> in,
    std::size_t width,
    std::size_t height,
    PlaneView<std::uint8_t> out
) {
    for (std::size_t y = 0; y < height; y += kBlock) {
        for (std::size_t x = 0; x < width; x += kBlock) {
            transpose_block<kBytes>(
                in, x, std::min(x + kBlock, width), y, std::min(y + kBlock, height), out
            );
        }
    }
}

void transpose_bytes(
    PlaneView<const std::uint8_t> in,
    std::size_t width,
    std::size_t height,
    PlaneView<std::uint8_t> out
) {
    constexpr std::size_t kRows = 16;
    std::size_t y = 0;
    for (; y + kRows <= height; y += kRows) {
        const auto done = HWY_DYNAMIC_DISPATCH(transpose_rows)(in, width, y, out);
        transpose_block<1>(in, done, width, y, y + kRows, out);
    }
    transpose_block<1>(in, 0, width, y, height, out);
}

}  // namespace

void transpose(
    PlaneView<const std::uint8_t> in,
    std::size_t width,
    std::size_t height,
    unsigned pixel_bytes,
    PlaneView<std::uint8_t> out
) {
    switch (pixel_bytes) {
        case 1: return transpose_bytes(in, width, height, out);
        case 3: return transpose_blocks<3>(in, width, height, out);
        default: return transpose_blocks<4>(in, width, height, out);
    }
}

}  // namespace fovea::media
#endif  // HWY_ONCE
