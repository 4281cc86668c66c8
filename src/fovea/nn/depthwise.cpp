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

// The same where positions lie side by side: the taps of a row see mostly the same values, and each is fetched once.
template <std::size_t kAcross, std::size_t kDilation>
HWY_INLINE void sum_beside(const DepthwiseJob& job, std::size_t p, std::size_t c) {
    constexpr std::size_t kPositions = 8;
    constexpr std::size_t kReach = kPositions + (kAcross - 1) * kDilation;
    const Lanes lanes;
    hn::Vec<Lanes> sums[kPositions];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kPositions; ++i) sums[i] = hn::LoadU(lanes, job.bias + c);
    for (std::size_t row = 0; row < job.taps; row += kAcross) {
        hn::Vec<Lanes> weights[kAcross];
#pragma GCC unroll 9
        for (std::size_t j = 0; j < kAcross; ++j) {
            weights[j] = hn::LoadU(lanes, job.weights + (row + j) * job.channels + c);
        }
        const auto* const seen = job.seen[row] + p * job.channels + c;
#pragma GCC unroll 32
        for (std::size_t at = 0; at < kReach; ++at) {
            const auto values = hn::LoadU(lanes, seen + at * job.channels);
#pragma GCC unroll 9
            for (std::size_t j = 0; j < kAcross; ++j) {
                const auto i = at - j * kDilation;  // beyond all where it would be negative
                if (i < kPositions) sums[i] = hn::MulAdd(values, weights[j], sums[i]);
            }
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

using Sum = void (*)(const DepthwiseJob& job, std::size_t p, std::size_t c);

// For eight positions; the shapes that our networks have.
Sum best_sum(const DepthwiseJob& job) {
    if (job.step == job.channels) {
        if (job.across == 3 && job.dilation == 1) return sum_beside<3, 1>;
        if (job.across == 5 && job.dilation == 1) return sum_beside<5, 1>;
        if (job.across == 9 && job.dilation == 1) return sum_beside<9, 1>;
        if (job.across == 9 && job.dilation == 2) return sum_beside<9, 2>;
    }
    return sum_vectors<8>;
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
    if (job.channels < count) {
        for (std::size_t p = 0; p < job.positions; ++p) {
            for (std::size_t c = 0; c < job.channels; ++c) sum_one(job, p, c);
        }
        return;
    }
    const auto sum = best_sum(job);
    // The last vector begins where it ends with the last channel: some are summed twice, which is quicker than one by one.
    const auto last = job.channels - count;
    std::size_t p = 0;
    for (; p + kMost <= job.positions; p += kMost) {
        for (std::size_t c = 0; c < last; c += count) sum(job, p, c);
        sum(job, p, last);
    }
    for (; p < job.positions; ++p) {
        for (std::size_t c = 0; c < last; c += count) sum_vectors<1>(job, p, c);
        sum_vectors<1>(job, p, last);
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
