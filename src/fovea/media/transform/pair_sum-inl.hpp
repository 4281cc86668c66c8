// What both passes of resizing multiply with. Included once for each vector target, as Highway has
// it: no #pragma once, but a guard that turns over.
#if defined(FOVEA_MEDIA_TRANSFORM_PAIR_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FOVEA_MEDIA_TRANSFORM_PAIR_SUM_INL
#undef FOVEA_MEDIA_TRANSFORM_PAIR_SUM_INL
#else
#define FOVEA_MEDIA_TRANSFORM_PAIR_SUM_INL
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR

// Sums of products of neighbouring lanes. Some targets need two registers until the end. Arrays of
// these stay in registers only when every loop over them is unrolled, which GCC does not do
// unasked.
template <class D>
struct PairSum {
    using Lanes16 = hn::Vec<hn::Repartition<std::int16_t, D>>;
    hn::Vec<D> a;
    hn::Vec<D> b;

    HWY_INLINE void clear() {
        a = hn::Zero(D());
        b = hn::Zero(D());
    }
    HWY_INLINE void add(Lanes16 samples, Lanes16 weights) {
        a = hn::ReorderWidenMulAccumulate(D(), samples, weights, a, b);
    }
    template <int kShift>
    HWY_INLINE hn::Vec<D> rounded() const {
        const auto sum = hn::RearrangeToOddPlusEven(a, b);
        return hn::ShiftRight<kShift>(hn::Add(sum, hn::Set(D(), 1 << (kShift - 1))));
    }
};

template <class D>
HWY_INLINE hn::Vec<hn::Repartition<std::int16_t, D>> broadcast_pair(
    D d, const std::int16_t* weights
) {
    std::int32_t both;
    std::memcpy(&both, weights, sizeof both);
    return hn::BitCast(hn::Repartition<std::int16_t, D>(), hn::Set(d, both));
}

#endif

}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
