// The work of depthwise layers: each channel by itself, in vectors over the channels.
#pragma once

#include <cstddef>

namespace fovea::nn {

struct DepthwiseJob {
    const float* const* seen =
        nullptr;  // for each output position `taps` pointers to `channels` values
    std::size_t positions = 0;
    std::size_t taps = 1;
    std::size_t channels = 0;
    const float* weights = nullptr;  // [tap][channel]
    const float* bias = nullptr;
    bool relu = false;
    const float* added = nullptr;  // like the output; null: nothing is added
    float* out = nullptr;          // [position][channel]
};

void run_depthwise(const DepthwiseJob& job);

}  // namespace fovea::nn
