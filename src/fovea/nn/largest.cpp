#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/nn/largest.cpp"
// clang-format off: foreach_target.h has to stand before everything that includes highway.h
#include <hwy/foreach_target.h>
// clang-format on

#include "fovea/nn/largest.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace fovea::nn::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

float largest(const float* values, std::size_t count) {
    const hn::CappedTag<float, 16> lanes;
    const auto step = hn::Lanes(lanes);
    float most = values[0];
    std::size_t i = 0;
    if (count >= step) {
        auto all = hn::LoadU(lanes, values);
        for (i = step; i + step <= count; i += step) {
            all = hn::Max(all, hn::LoadU(lanes, values + i));
        }
        most = hn::GetLane(hn::MaxOfLanes(lanes, all));
    }
    for (; i < count; ++i) most = std::max(most, values[i]);
    return most;
}

}  // namespace
}  // namespace fovea::nn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::nn {
namespace {

HWY_EXPORT(largest);

}  // namespace

std::size_t index_of_largest(std::span<const float> values) {
    if (values.empty()) return 0;
    const auto most = HWY_DYNAMIC_DISPATCH(largest)(values.data(), values.size());
    const auto found = std::ranges::find(values, most);
    return found == values.end() ? 0 : static_cast<std::size_t>(found - values.begin());
}

}  // namespace fovea::nn
#endif
