// The work of depthwise layers: each channel by itself, in vectors over the channels.
#pragma once

#include <cstddef>

namespace fovea::nn {

struct DepthwiseJob {
    // What the first output position sees: `taps` pointers to `channels` values each. The next one sees what lies
    // `step` values further on.
    const float* const* seen = nullptr;
    std::size_t step = 0;
    std::size_t positions = 0;
    std::size_t taps = 1;
    std::size_t across = 1;    // of them in a row of the input ...
    std::size_t dilation = 1;  // ... so many positions of it apart
    std::size_t channels = 0;
    const float* weights = nullptr;  // [tap][channel]
    const float* bias = nullptr;
    bool relu = false;
    const float* added = nullptr;  // like the output; null: nothing is added
    float* out = nullptr;          // [position][channel]
};

void run_depthwise(const DepthwiseJob& job);

}  // namespace fovea::nn
