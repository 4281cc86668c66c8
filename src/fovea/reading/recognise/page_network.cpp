#include "fovea/reading/recognise/page_network.hpp"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::uint32_t rounded_up(std::uint32_t value, std::uint32_t step) {
    return (value + step - 1) / step * step;
}

std::array<float, 256> as_input() {
    std::array<float, 256> inputs{};
    for (std::size_t byte = 0; byte < inputs.size(); ++byte) {
        inputs[byte] = static_cast<float>(byte) / 127.5F - 1.0F;
    }
    return inputs;
}

// A row of the picture, padded on the right by repeating its last pixel.
void fill(const media::Picture& picture, std::uint32_t row, std::uint32_t columns, float* to) {
    static const auto kInputs = as_input();
    const auto channels = media::bytes_per_pixel(picture.format());
    const auto width = picture.size().width;
    const auto* const bytes = picture.row(std::min(row, picture.size().height - 1));
    const auto* const beyond = to + std::size_t{3} * columns;
    if (channels == 3) {
        to = std::transform(bytes, bytes + std::size_t{3} * width, to, [&](std::uint8_t byte) {
            return kInputs[byte];
        });
    } else {
        for (const auto* pixel = bytes; pixel != bytes + std::size_t{channels} * width;
             pixel += channels) {
            for (std::uint32_t c = 0; c < 3; ++c) *to++ = kInputs[pixel[channels < 3 ? 0 : c]];
        }
    }
    for (; to != beyond; ++to) *to = *(to - 3);
}

}  // namespace

PageNetwork::PageNetwork(std::unique_ptr<nn::Network> network, const PageNetworkShape& shape)
    : network_(std::move(network)), shape_(shape), runner_(*network_) {}

Result<PageNetwork> PageNetwork::open(std::string_view weights, const PageNetworkShape& shape) {
    auto network = TRY(nn::Network::read(as_bytes(weights)));
    if (network.input_rows() != 0 || network.input_channels() != 3 ||
        network.column_step() != shape.step ||
        network.steps().back().layer.outputs != shape.outputs) {
        return Error{ErrorCode::Internal, "the weights are those of another network"};
    }
    return PageNetwork(std::make_unique<nn::Network>(std::move(network)), shape);
}

media::PixelSize PageNetwork::cells_of(media::PixelSize size) const {
    const auto cells = [&](std::uint32_t side) {
        return rounded_up(side, shape_.cell) / shape_.cell;
    };
    return {cells(size.width), cells(size.height)};
}

Result<void> PageNetwork::run(
    const media::Picture& picture, const CellSink& sink, const std::function<bool()>& is_over
) {
    const auto size = picture.size();
    if (size.pixels() == 0) return Error{ErrorCode::InvalidInput, "a picture without pixels"};
    const nn::Shape shape{
        rounded_up(size.height, shape_.step), rounded_up(size.width, shape_.step), 3};
    const auto cells = cells_of(size);
    const auto values = std::size_t{cells.width} * shape_.outputs;
    std::uint32_t rows = 0;
    TRY(runner_.run(
        {shape, [&](auto row, float* to) { fill(picture, row, shape.columns, to); }},
        [&](std::uint32_t row, std::span<const float> all) {
            rows = row + 1;
            if (row < cells.height) sink(row, all.first(values));
        },
        [&] { return rows >= cells.height || (is_over && is_over()); }
    ));
    // The next network, or the next reader, has more use for it; the C library would keep most of it.
    runner_.release();
    ::malloc_trim(0);
    return {};
}

}  // namespace fovea::reading
