#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/nn/dense.cpp"
// clang-format off: foreach_target.h has to stand before everything that includes highway.h
#include <hwy/foreach_target.h>
// clang-format on

#include "fovea/nn/dense.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace fovea::nn::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Lanes>;
constexpr std::size_t kVectors =
    2;  // a panel: with six positions as many sums as AVX2 has registers for

std::size_t width() {
    return kVectors * hn::Lanes(Lanes());
}

struct Panel {
    const float* weights;
    const float* bias;
    const float* added;
    float* out;
    std::size_t channels;  // of it that are outputs
};

// The last vectors of a row may have fewer channels than lanes.
void put(Vector sum, const float* added, bool relu, float* out, std::size_t channels) {
    const Lanes lanes;
    if (relu) sum = hn::Max(sum, hn::Zero(lanes));
    if (channels >= hn::Lanes(lanes)) {
        if (added != nullptr) sum = hn::Add(sum, hn::LoadU(lanes, added));
        return hn::StoreU(sum, lanes, out);
    }
    HWY_ALIGN float values[16];
    hn::Store(sum, lanes, values);
    for (std::size_t c = 0; c < channels; ++c) {
        out[c] = values[c] + (added == nullptr ? 0.0F : added[c]);
    }
}

template <std::size_t kPositions>
void sum_positions(const DenseJob& job, const Panel& panel, const float* const* seen) {
    const Lanes lanes;
    const auto count = hn::Lanes(lanes);
    Vector first[kPositions];
    Vector second[kPositions];
    for (std::size_t p = 0; p < kPositions; ++p) {
        first[p] = hn::LoadU(lanes, panel.bias);
        second[p] = hn::LoadU(lanes, panel.bias + count);
    }
    const float* weights = panel.weights;
    for (std::size_t tap = 0; tap < job.taps; ++tap) {
        const float* values[kPositions];
        for (std::size_t p = 0; p < kPositions; ++p) values[p] = seen[p * job.taps + tap];
        for (std::size_t i = 0; i < job.inputs; ++i, weights += kVectors * count) {
            const auto left = hn::LoadU(lanes, weights);
            const auto right = hn::LoadU(lanes, weights + count);
#pragma GCC unroll 8
            for (std::size_t p = 0; p < kPositions; ++p) {
                const auto value = hn::Set(lanes, values[p][i]);
                first[p] = hn::MulAdd(value, left, first[p]);
                second[p] = hn::MulAdd(value, right, second[p]);
            }
        }
    }
    for (std::size_t p = 0; p < kPositions; ++p) {
        const auto at = p * job.outputs;
        const auto* added = panel.added == nullptr ? nullptr : panel.added + at;
        put(first[p], added, job.relu, panel.out + at, panel.channels);
        if (panel.channels <= count) continue;
        const auto* more = added == nullptr ? nullptr : added + count;
        put(second[p], more, job.relu, panel.out + at + count, panel.channels - count);
    }
}

void run(const DenseJob& job) {
    constexpr std::size_t kMost = 6;
    const auto depth = job.taps * job.inputs;
    // A few rows of positions stay in the first cache while all panels pass over them.
    constexpr std::size_t kBlock = 48;
    for (std::size_t begin = 0; begin < job.positions; begin += kBlock) {
        const auto end = std::min(job.positions, begin + kBlock);
        for (std::size_t c = 0; c < job.outputs; c += width()) {
            Panel panel{
                .weights = job.weights + c * depth,
                .bias = job.bias + c,
                .added = nullptr,
                .out = nullptr,
                .channels = std::min(width(), job.outputs - c)};
            for (std::size_t p = begin; p < end;) {
                const auto* seen = job.seen + p * job.taps;
                panel.out = job.out + p * job.outputs + c;
                panel.added = job.added == nullptr ? nullptr : job.added + p * job.outputs + c;
                if (end - p >= kMost) {
                    sum_positions<kMost>(job, panel, seen);
                    p += kMost;
                } else if (end - p >= 3) {
                    sum_positions<3>(job, panel, seen);
                    p += 3;
                } else {
                    sum_positions<1>(job, panel, seen);
                    p += 1;
                }
            }
        }
    }
}

}  // namespace
}  // namespace fovea::nn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::nn {
namespace {

HWY_EXPORT(width);
HWY_EXPORT(run);

}  // namespace

std::size_t panel_width() {
    static const std::size_t kWidth = HWY_DYNAMIC_DISPATCH(width)();
    return kWidth;
}

std::size_t whole_panels(std::size_t channels) {
    return (channels + panel_width() - 1) / panel_width() * panel_width();
}

std::vector<float> in_panels(
    std::span<const float> weights, std::size_t depth, std::size_t outputs
) {
    const auto panel = panel_width();
    std::vector<float> packed(whole_panels(outputs) * depth);
    for (std::size_t c = 0; c < outputs; ++c) {
        const auto begin = c / panel * panel * depth + c % panel;
        for (std::size_t k = 0; k < depth; ++k)
            packed[begin + k * panel] = weights[k * outputs + c];
    }
    return packed;
}

void run_dense(const DenseJob& job) {
    HWY_DYNAMIC_DISPATCH(run)(job);
}

}  // namespace fovea::nn
#endif
