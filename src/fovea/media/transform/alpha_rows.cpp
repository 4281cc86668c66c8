#include "fovea/media/transform/alpha_rows.hpp"

#include <algorithm>
#include <cstring>

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/transform/alpha_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

// Both return how many pixels they did; the rest is for plain loops.

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

std::size_t opaque_pixels(const std::uint8_t*, std::size_t) {
    return 0;
}
std::size_t premultiply_pixels(const std::uint8_t*, std::size_t, std::uint8_t*) {
    return 0;
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using D8 = hn::CappedTag<std::uint8_t, 32>;
using D16 = hn::Repartition<std::uint16_t, D8>;
using D32 = hn::Repartition<std::uint32_t, D8>;
constexpr std::size_t kPixels = HWY_MAX_BYTES >= 32 ? 8 : 4;

// Stops before the first vector that has a transparent pixel.
std::size_t opaque_pixels(const std::uint8_t* rgba, std::size_t pixels) {
    const D8 d8;
    const D32 d32;
    const auto colours = hn::Set(d32, 0x00ffffffu);
    const auto all = hn::Set(d32, 0xffffffffu);
    std::size_t done = 0;
    for (; done + 4 * kPixels <= pixels; done += 4 * kPixels) {
        const auto* from = rgba + 4 * done;
        const auto a = hn::And(hn::LoadU(d8, from), hn::LoadU(d8, from + 4 * kPixels));
        const auto b =
            hn::And(hn::LoadU(d8, from + 8 * kPixels), hn::LoadU(d8, from + 12 * kPixels));
        const auto alphas = hn::Or(hn::BitCast(d32, hn::And(a, b)), colours);
        if (!hn::AllTrue(d32, hn::Eq(alphas, all))) break;
    }
    return done;
}

// x / 255 rounded, for x up to 255 * 255.
HWY_INLINE hn::Vec<D16> divided_by_255(hn::Vec<D16> x) {
    const auto biased = hn::Add(x, hn::Set(D16(), 128));
    return hn::ShiftRight<8>(hn::Add(biased, hn::ShiftRight<8>(biased)));
}

std::size_t premultiply_pixels(const std::uint8_t* rgba, std::size_t pixels, std::uint8_t* out) {
    const D8 d8;
    const D16 d16;
    const D32 d32;
    alignas(16) static constexpr std::uint8_t kAlphas[16] = {
        3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15};
    const auto spread = hn::LoadDup128(d8, kAlphas);
    const auto keep = hn::BitCast(d8, hn::Set(d32, 0xff000000u));  // alpha itself times 255
    const auto zero = hn::Zero(d8);
    std::size_t done = 0;
    for (; done + kPixels <= pixels; done += kPixels) {
        const auto in = hn::LoadU(d8, rgba + 4 * done);
        const auto alpha = hn::Or(hn::TableLookupBytes(in, spread), keep);
        const auto left = hn::Mul(
            hn::BitCast(d16, hn::InterleaveLower(d8, in, zero)),
            hn::BitCast(d16, hn::InterleaveLower(d8, alpha, zero))
        );
        const auto right = hn::Mul(
            hn::BitCast(d16, hn::InterleaveUpper(d8, in, zero)),
            hn::BitCast(d16, hn::InterleaveUpper(d8, alpha, zero))
        );
        // Each result fits a byte: the even bytes of both, block by block.
        alignas(16) static constexpr std::uint8_t kEven[16] = {
            0, 2, 4, 6, 8, 10, 12, 14, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
        const auto even = hn::LoadDup128(d8, kEven);
        const auto l = hn::TableLookupBytesOr0(hn::BitCast(d8, divided_by_255(left)), even);
        const auto r = hn::TableLookupBytesOr0(hn::BitCast(d8, divided_by_255(right)), even);
        hn::StoreU(hn::Or(l, hn::ShiftLeftBytes<8>(d8, r)), d8, out + 4 * done);
    }
    return done;
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {
namespace {

HWY_EXPORT(opaque_pixels);
HWY_EXPORT(premultiply_pixels);

std::uint8_t divide_by_255(unsigned x) {
    x += 128;
    return static_cast<std::uint8_t>((x + (x >> 8)) >> 8);
}

}  // namespace

bool is_opaque(const std::uint8_t* rgba, std::size_t pixels) {
    for (auto i = HWY_DYNAMIC_DISPATCH(opaque_pixels)(rgba, pixels); i < pixels; ++i) {
        if (rgba[4 * i + 3] != 255) return false;
    }
    return true;
}

void premultiply(const std::uint8_t* rgba, std::size_t pixels, std::uint8_t* out) {
    for (auto i = HWY_DYNAMIC_DISPATCH(premultiply_pixels)(rgba, pixels, out); i < pixels; ++i) {
        const unsigned alpha = rgba[4 * i + 3];
        for (std::size_t c = 0; c < 3; ++c) out[4 * i + c] = divide_by_255(rgba[4 * i + c] * alpha);
        out[4 * i + 3] = static_cast<std::uint8_t>(alpha);
    }
}

void unpremultiply(std::uint8_t* rgba, std::size_t pixels) {
    for (std::size_t i = 0; i < pixels; ++i) {
        auto* pixel = rgba + 4 * i;
        const unsigned alpha = pixel[3];
        if (alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c) {
            const auto colour = alpha == 0 ? 0 : (pixel[c] * 255u + alpha / 2) / alpha;
            pixel[c] = static_cast<std::uint8_t>(std::min(colour, 255u));
        }
    }
}

void add_opaque_alpha(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba) {
    for (std::size_t i = 0; i < pixels; ++i) {
        std::memcpy(rgba + 4 * i, rgb + 3 * i, 3);
        rgba[4 * i + 3] = 255;
    }
}

}  // namespace fovea::media
#endif  // HWY_ONCE
