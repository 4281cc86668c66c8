#include "fovea/media/compare/changed_bytes.hpp"

#include <cstdlib>

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/compare/changed_bytes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

// Returns how many bytes were compared, a multiple of 8; the rest is for a plain loop.
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

std::size_t
mark_vectors(const std::uint8_t*, const std::uint8_t*, std::size_t, std::uint8_t, std::uint8_t*) {
    return 0;
}

#else

std::size_t mark_vectors(
    const std::uint8_t* a,
    const std::uint8_t* b,
    std::size_t size,
    std::uint8_t tolerance,
    std::uint8_t* bits
) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<std::uint8_t, 32> d;
    constexpr std::size_t kBytes = HWY_MAX_BYTES >= 32 ? 32 : 16;
    const auto allowed = hn::Set(d, tolerance);
    std::size_t i = 0;
    for (; i + kBytes <= size; i += kBytes) {
        const auto va = hn::LoadU(d, a + i);
        const auto vb = hn::LoadU(d, b + i);
        const auto apart = hn::Or(hn::SaturatedSub(va, vb), hn::SaturatedSub(vb, va));
        const auto changed = hn::Ne(hn::SaturatedSub(apart, allowed), hn::Zero(d));
        hn::StoreMaskBits(d, changed, bits + i / 8);
    }
    return i;
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {
namespace {

HWY_EXPORT(mark_vectors);

}  // namespace

void mark_changed_bytes(
    const std::uint8_t* a,
    const std::uint8_t* b,
    std::size_t size,
    std::uint8_t tolerance,
    std::uint8_t* bits
) {
    auto i = HWY_DYNAMIC_DISPATCH(mark_vectors)(a, b, size, tolerance, bits);
    for (; i < size; i += 8) {
        unsigned byte = 0;
        for (std::size_t k = 0; k < 8 && i + k < size; ++k) {
            if (std::abs(a[i + k] - b[i + k]) > tolerance) byte |= 1u << k;
        }
        bits[i / 8] = static_cast<std::uint8_t>(byte);
    }
}

}  // namespace fovea::media
#endif  // HWY_ONCE
