#include "fovea/reading/recognise/page_network.hpp"

#include <algorithm>
#include <utility>

namespace fovea::reading {
namespace {

// Of a strip with all that it sees around it: 16 channels at half the size are 9 million values.
constexpr std::uint32_t kMaxStripPixels = 2'300'000;
constexpr std::uint32_t kMaxStripRows = 1280;

constexpr std::uint32_t rounded_up(std::uint32_t value, std::uint32_t step) {
    return (value + step - 1) / step * step;
}

// Rows of a strip's own.
std::uint32_t strip_rows(const media::PixelSize& size, const PageNetworkShape& shape) {
    const auto most = kMaxStripPixels / std::max(size.width, 1U);
    const auto own = most > 2 * shape.overlap ? most - 2 * shape.overlap : 0;
    return std::clamp(own / shape.step * shape.step, 4 * shape.step, kMaxStripRows);
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

// Padded at the bottom and on the right by repeating the last row and column.
void PageNetwork::fill(const media::Picture& picture, std::uint32_t first, std::uint32_t end) {
    const auto width = picture.size().width;
    input_shape_ = {rounded_up(end - first, shape_.step), rounded_up(width, shape_.step), 3};
    if (input_.size() < input_shape_.values()) {
        input_ = {};
        input_.resize(input_shape_.values());
    }
    const auto channels = media::bytes_per_pixel(picture.format());
    auto* to = input_.data();
    for (std::uint32_t y = 0; y < input_shape_.rows; ++y) {
        const auto* row = picture.row(std::min(first + y, end - 1));
        for (std::uint32_t x = 0; x < input_shape_.columns; ++x) {
            const auto* pixel = row + std::size_t{std::min(x, width - 1)} * channels;
            for (std::uint32_t c = 0; c < 3; ++c) {
                *to++ = static_cast<float>(pixel[channels < 3 ? 0 : c]) / 127.5F - 1.0F;
            }
        }
    }
}

Result<PageValues> PageNetwork::run(
    const media::Picture& picture, const std::function<bool()>& is_over
) {
    const auto size = picture.size();
    if (size.pixels() == 0) return Error{ErrorCode::InvalidInput, "a picture without pixels"};
    PageValues page{
        .rows = 0,
        .columns = rounded_up(size.width, shape_.cell) / shape_.cell,
        .channels = shape_.outputs,
        .values = {}};
    const std::size_t rows = rounded_up(size.height, shape_.cell) / shape_.cell;
    page.values.reserve(rows * page.columns * page.channels);
    const auto whole =
        size.height <= kMaxStripRows + 2 * shape_.overlap &&
        size.pixels() <= kMaxStripPixels + std::uint64_t{2} * shape_.overlap * size.width;
    const auto own = whole ? size.height : strip_rows(size, shape_);
    for (std::uint32_t top = 0; top < size.height; top += own) {
        if (is_over && is_over()) break;
        const auto bottom = std::min(size.height, top + own);
        const auto first = top < shape_.overlap ? 0 : top - shape_.overlap;
        fill(picture, first, std::min(size.height, bottom + shape_.overlap));
        const auto answer = TRY(runner_.run(input_shape_, input_));
        const auto skipped = (top - first) / shape_.cell;
        const auto own_rows = rounded_up(bottom - top, shape_.cell) / shape_.cell;
        page.rows += own_rows;
        for (std::uint32_t row = 0; row < own_rows; ++row) {
            const auto* begin = answer.at(skipped + row, 0).data();
            page.values.insert(
                page.values.end(), begin, begin + std::size_t{page.columns} * page.channels
            );
        }
    }
    // 100 MB of a large page: the next network, or the next reader, has more use for it.
    runner_.release();
    input_ = {};
    return page;
}

}  // namespace fovea::reading
