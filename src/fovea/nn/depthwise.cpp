#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/nn/depthwise.cpp"
// clang-format off: foreach_target.h has to stand before everything that includes highway.h
#include <hwy/foreach_target.h>
// clang-format on

#include "fovea/nn/depthwise.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace fovea::nn::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;

// A vector of channels from `p` on, for several positions: each weight is fetched once for all of them.
template <std::size_t kPositions>
HWY_INLINE void sum_vectors(const DepthwiseJob& job, std::size_t p, std::size_t c) {
    const Lanes lanes;
    hn::Vec<Lanes> sums[kPositions];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kPositions; ++i) sums[i] = hn::LoadU(lanes, job.bias + c);
    for (std::size_t tap = 0; tap < job.taps; ++tap) {
        const auto weights = hn::LoadU(lanes, job.weights + tap * job.channels + c);
        const auto* const seen = job.seen[tap] + p * job.step + c;
#pragma GCC unroll 8
        for (std::size_t i = 0; i < kPositions; ++i) {
            const auto values = hn::LoadU(lanes, seen + i * job.step);
            sums[i] = hn::MulAdd(values, weights, sums[i]);
        }
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kPositions; ++i) {
        const auto at = (p + i) * job.channels + c;
        auto sum = job.relu ? hn::Max(sums[i], hn::Zero(lanes)) : sums[i];
        if (job.added != nullptr) sum = hn::Add(sum, hn::LoadU(lanes, job.added + at));
        hn::StoreU(sum, lanes, job.out + at);
    }
}

void sum_one(const DepthwiseJob& job, std::size_t p, std::size_t c) {
    float sum = job.bias[c];
    for (std::size_t tap = 0; tap < job.taps; ++tap) {
        sum += job.seen[tap][p * job.step + c] * job.weights[tap * job.channels + c];
    }
    if (job.relu) sum = std::max(sum, 0.0F);
    const auto at = p * job.channels + c;
    job.out[at] = sum + (job.added == nullptr ? 0.0F : job.added[at]);
}

void run(const DepthwiseJob& job) {
    constexpr std::size_t kMost = 8;
    const auto count = hn::Lanes(Lanes());
    const auto whole = job.channels / count * count;
    std::size_t p = 0;
    for (; p + kMost <= job.positions; p += kMost) {
        for (std::size_t c = 0; c < whole; c += count) sum_vectors<kMost>(job, p, c);
    }
    for (; p < job.positions; ++p) {
        for (std::size_t c = 0; c < whole; c += count) sum_vectors<1>(job, p, c);
    }
    for (p = 0; whole < job.channels && p < job.positions; ++p) {
        for (auto c = whole; c < job.channels; ++c) sum_one(job, p, c);
    }
}

}  // namespace
}  // namespace fovea::nn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::nn {
namespace {

HWY_EXPORT(run);

}  // namespace

void run_depthwise(const DepthwiseJob& job) {
    HWY_DYNAMIC_DISPATCH(run)(job);
}

}  // namespace fovea::nn
#endif
