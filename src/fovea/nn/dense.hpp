// The work of dense layers: sums of products for a few output positions at a time, in vectors over the output channels.
//
// The channels are cut into panels of panel_width(); weights lie panel by panel, [panel][tap and input][channel], so that
// a panel is read from its beginning to its end while its sums stay in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::nn {

std::size_t panel_width();  // of this processor
std::size_t whole_panels(std::size_t channels);

// Out of [tap and input][output].
std::vector<float> in_panels(
    std::span<const float> weights, std::size_t depth, std::size_t outputs
);

struct DenseJob {
    // What the first output position sees: `taps` pointers to `inputs` values each. The next one sees what lies `step`
    // values further on.
    const float* const* seen = nullptr;
    std::size_t step = 0;
    std::size_t positions = 0;
    std::size_t taps = 1;
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    const float* weights = nullptr;
    const float* bias = nullptr;
    bool relu = false;
    const float* added = nullptr;  // like the output; null: nothing is added
    float* out = nullptr;          // [position][output]
};

void run_dense(const DenseJob& job);

}  // namespace fovea::nn
