// A network that looks at whole pages: a picture of any size in, values for every few pixels out.
//
//     auto network = TRY(PageNetwork::open(kElementsWeights, {.step = 64, .cell = 8, .outputs = 9}));
//     const PageValues values = TRY(network.run(picture));
//     values.at(row, column)[channel]
//
// Of any height: row goes by row, and memory grows with the width alone.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/nn/network.hpp"
#include "fovea/nn/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::reading {

struct PageValues {
    std::uint32_t rows = 0;  // cells; fewer than the picture has when the time was over
    std::uint32_t columns = 0;
    std::uint32_t channels = 0;
    std::vector<float> values;  // [row][column][channel]

    std::span<const float> at(std::uint32_t row, std::uint32_t column) const {
        const auto begin = (std::size_t{row} * columns + column) * channels;
        return std::span(values).subspan(begin, channels);
    }
};

struct PageNetworkShape {
    std::uint32_t step;     // sizes are padded to multiples of it
    std::uint32_t cell;     // pixels a side that one answer stands for
    std::uint32_t outputs;  // values of a cell
};

class PageNetwork {
public:
    // Internal where the weights are those of another network.
    static Result<PageNetwork> open(std::string_view weights, const PageNetworkShape& shape);

    // Gray8, Rgb8 or Rgba8 (transparent parts as they are coloured). Once `is_over` says so, no further
    // row of cells is looked at.
    Result<PageValues> run(
        const media::Picture& picture, const std::function<bool()>& is_over = {}
    );

private:
    PageNetwork(std::unique_ptr<nn::Network> network, const PageNetworkShape& shape);

    std::unique_ptr<nn::Network> network_;
    PageNetworkShape shape_;
    nn::Runner runner_;
};

}  // namespace fovea::reading
