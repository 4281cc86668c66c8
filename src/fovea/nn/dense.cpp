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
HWY_INLINE void put(Vector sum, const float* added, bool relu, float* out, std::size_t channels) {
    const Lanes lanes;
    if (relu) sum = hn::Max(sum, hn::Zero(lanes));
    if (channels >= hn::Lanes(lanes)) {
        if (added != nullptr) sum = hn::Add(sum, hn::LoadU(lanes, added));
        return hn::StoreU(sum, lanes, out);
    }
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2  // there nothing behind the end is touched
    const auto mask = hn::FirstN(lanes, channels);
    if (added != nullptr) sum = hn::Add(sum, hn::MaskedLoad(mask, lanes, added));
    hn::BlendedStore(sum, mask, lanes, out);
#else
    HWY_ALIGN float values[16];
    hn::Store(sum, lanes, values);
    for (std::size_t c = 0; c < channels; ++c) {
        out[c] = values[c] + (added == nullptr ? 0.0F : added[c]);
    }
#endif
}

// `kWide` vectors of a panel's channels.
template <std::size_t kPositions, std::size_t kWide>
HWY_INLINE void sum_positions(const DenseJob& job, const Panel& panel, std::size_t first) {
    const Lanes lanes;
    const auto count = hn::Lanes(lanes);
    Vector sums[kPositions][kWide];
#pragma GCC unroll 12
    for (std::size_t p = 0; p < kPositions; ++p) {
        for (std::size_t v = 0; v < kWide; ++v) {
            sums[p][v] = hn::LoadU(lanes, panel.bias + v * count);
        }
    }
    const float* weights = panel.weights;
    for (std::size_t tap = 0; tap < job.taps; ++tap) {
        const float* values[kPositions];
        for (std::size_t p = 0; p < kPositions; ++p) {
            values[p] = job.seen[tap] + (first + p) * job.step;
        }
        for (std::size_t i = 0; i < job.inputs; ++i, weights += kVectors * count) {
            Vector row[kWide];
            for (std::size_t v = 0; v < kWide; ++v) row[v] = hn::LoadU(lanes, weights + v * count);
#pragma GCC unroll 12
            for (std::size_t p = 0; p < kPositions; ++p) {
                const auto value = hn::Set(lanes, values[p][i]);
                for (std::size_t v = 0; v < kWide; ++v) {
                    sums[p][v] = hn::MulAdd(value, row[v], sums[p][v]);
                }
            }
        }
    }
#pragma GCC unroll 12
    for (std::size_t p = 0; p < kPositions; ++p) {
        for (std::size_t v = 0; v < kWide; ++v) {
            const auto at = p * job.outputs + v * count;
            const auto* added = panel.added == nullptr ? nullptr : panel.added + at;
            put(sums[p][v], added, job.relu, panel.out + at, panel.channels - v * count);
        }
    }
}

// As many sums at a time as there are registers for.
template <std::size_t kWide>
void sum_panel(const DenseJob& job, Panel panel, std::size_t begin, std::size_t end) {
    constexpr std::size_t kMost = 12 / kWide;
    auto* const out = panel.out;
    const auto* const added = panel.added;
    for (std::size_t p = begin; p < end;) {
        panel.out = out + p * job.outputs;
        panel.added = added == nullptr ? nullptr : added + p * job.outputs;
        if (end - p >= kMost) {
            sum_positions<kMost, kWide>(job, panel, p);
            p += kMost;
        } else if (end - p >= 3) {
            sum_positions<3, kWide>(job, panel, p);
            p += 3;
        } else {
            sum_positions<1, kWide>(job, panel, p);
            p += 1;
        }
    }
}

void run(const DenseJob& job) {
    const auto depth = job.taps * job.inputs;
    // A few rows of positions stay in the first cache while all panels pass over them.
    constexpr std::size_t kBlock = 48;
    for (std::size_t begin = 0; begin < job.positions; begin += kBlock) {
        const auto end = std::min(job.positions, begin + kBlock);
        for (std::size_t c = 0; c < job.outputs; c += width()) {
            const Panel panel{
                .weights = job.weights + c * depth,
                .bias = job.bias + c,
                .added = job.added == nullptr ? nullptr : job.added + c,
                .out = job.out + c,
                .channels = std::min(width(), job.outputs - c)};
            if (panel.channels > width() / kVectors) {
                sum_panel<kVectors>(job, panel, begin, end);
            } else {
                sum_panel<1>(job, panel, begin, end);
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
