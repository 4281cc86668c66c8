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

void sum_vector(const DepthwiseJob& job, const float* const* seen, std::size_t p, std::size_t c) {
    const Lanes lanes;
    auto sum = hn::LoadU(lanes, job.bias + c);
    for (std::size_t tap = 0; tap < job.taps; ++tap) {
        const auto weights = hn::LoadU(lanes, job.weights + tap * job.channels + c);
        sum = hn::MulAdd(hn::LoadU(lanes, seen[tap] + c), weights, sum);
    }
    if (job.relu) sum = hn::Max(sum, hn::Zero(lanes));
    const auto at = p * job.channels + c;
    if (job.added != nullptr) sum = hn::Add(sum, hn::LoadU(lanes, job.added + at));
    hn::StoreU(sum, lanes, job.out + at);
}

void sum_one(const DepthwiseJob& job, const float* const* seen, std::size_t p, std::size_t c) {
    float sum = job.bias[c];
    for (std::size_t tap = 0; tap < job.taps; ++tap) {
        sum += seen[tap][c] * job.weights[tap * job.channels + c];
    }
    if (job.relu) sum = std::max(sum, 0.0F);
    const auto at = p * job.channels + c;
    job.out[at] = sum + (job.added == nullptr ? 0.0F : job.added[at]);
}

void run(const DepthwiseJob& job) {
    const auto count = hn::Lanes(Lanes());
    for (std::size_t p = 0; p < job.positions; ++p) {
        const auto* seen = job.seen + p * job.taps;
        std::size_t c = 0;
        for (; c + count <= job.channels; c += count) sum_vector(job, seen, p, c);
        for (; c < job.channels; ++c) sum_one(job, seen, p, c);
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
