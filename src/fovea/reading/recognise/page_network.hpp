// A network that looks at whole pages: a picture of any size in, values for every few pixels out, row by row.
//
//     auto network = TRY(PageNetwork::open(kElementsWeights, {.step = 64, .cell = 8, .outputs = 9}));
//     TRY(network.run(picture, [&](std::uint32_t row, std::span<const float> cells) { … cells[9 * column + channel] }));
//
// Nothing of the answer is kept, and of the picture a few rows at a time: memory grows with the width alone.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/nn/network.hpp"
#include "fovea/nn/runner.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace fovea::reading {

// The values of a row of cells, [column][channel], as far as the picture goes.
using CellSink = std::function<void(std::uint32_t row, std::span<const float> cells)>;

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
    Result<void> run(
        const media::Picture& picture,
        const CellSink& sink,
        const std::function<bool()>& is_over = {}
    );

    // Of a picture of that size: rows and columns of cells.
    media::PixelSize cells_of(media::PixelSize size) const;

private:
    PageNetwork(std::unique_ptr<nn::Network> network, const PageNetworkShape& shape);

    std::unique_ptr<nn::Network> network_;
    PageNetworkShape shape_;
    nn::Runner runner_;
};

}  // namespace fovea::reading
