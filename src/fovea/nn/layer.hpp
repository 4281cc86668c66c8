// The layers that a network is made of, in the order in which they run. Activations are [row][column][channel].
#pragma once

#include <cstdint>

namespace fovea::nn {

enum class LayerKind : std::uint16_t {
    Dense = 0,      // every output channel sees every input channel
    Depthwise = 1,  // channel by channel
    Split = 2,      // a column's channels become `kernel_columns` columns of `outputs` channels
    Up = 3,         // every value doubled along rows and columns, and a stored output added
};

struct Layer {
    LayerKind kind = LayerKind::Dense;
    std::uint32_t inputs = 0;
    std::uint32_t outputs = 0;
    std::uint32_t kernel_rows = 1;
    std::uint32_t kernel_columns = 1;
    std::uint32_t stride_rows = 1;
    std::uint32_t stride_columns = 1;
    std::uint32_t pad_rows = 0;  // zeros on either side
    std::uint32_t pad_columns = 0;
    std::uint32_t dilation = 1;  // along the columns

    bool relu = false;   // after the bias
    bool keep = false;   // its input is kept ...
    bool add = false;    // ... and added to this one's output, after the ReLU
    bool store = false;  // its output, all done, is remembered in `slot`
    std::uint32_t slot = 0;

    bool has_weights() const { return kind == LayerKind::Dense || kind == LayerKind::Depthwise; }
    std::uint32_t taps() const { return kernel_rows * kernel_columns; }
    // Values that one output sees of each position.
    std::uint32_t depth() const { return kind == LayerKind::Dense ? inputs : 1; }
    std::uint64_t weights() const {
        return has_weights() ? std::uint64_t{taps()} * depth() * outputs : 0;
    }

    bool operator==(const Layer&) const = default;
};

struct Shape {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::uint32_t channels = 0;

    std::uint64_t values() const { return std::uint64_t{rows} * columns * channels; }

    bool operator==(const Shape&) const = default;
};

// Of the layer's output; of no rows or columns where the input is too small, or has other channels.
Shape shape_after(const Layer& layer, Shape input);

}  // namespace fovea::nn
