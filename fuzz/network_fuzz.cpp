// Layers of any shape over inputs of any shape: what is read as a network runs as the specification says, or is refused.
#include "fovea/nn/runner.hpp"
#include "fovea/nn/test_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using namespace fovea::nn;

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::uint32_t next(std::uint32_t end) { return at_ < size_ ? data_[at_++] % end : 0; }
    bool is_empty() const { return at_ >= size_; }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

Layer next_layer(Bytes& bytes, std::uint32_t inputs) {
    Layer layer{.kind = static_cast<LayerKind>(bytes.next(4)), .inputs = inputs};
    layer.outputs = layer.kind == LayerKind::Dense ? 1 + bytes.next(40) : inputs;
    layer.kernel_rows = 1 + bytes.next(5);
    layer.kernel_columns = 1 + bytes.next(5);
    layer.stride_rows = 1 + bytes.next(3);
    layer.stride_columns = 1 + bytes.next(3);
    layer.pad_rows = bytes.next(4);
    layer.pad_columns = bytes.next(6);
    layer.dilation = 1 + bytes.next(2);
    const auto flags = bytes.next(16);
    layer.relu = (flags & 1U) != 0;
    layer.keep = (flags & 2U) != 0;
    layer.add = (flags & 4U) != 0;
    layer.store = (flags & 8U) != 0;
    layer.slot = bytes.next(3);
    if (layer.kind == LayerKind::Split) {
        layer.kernel_rows = 1;
        layer.outputs = std::max(1U, inputs / layer.kernel_columns);
    }
    return layer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Shape shape{1 + bytes.next(24), 1 + bytes.next(24), 1 + bytes.next(6)};
    std::vector<Layer> layers;
    auto channels = shape.channels;
    while (!bytes.is_empty() && layers.size() < 8) {
        layers.push_back(next_layer(bytes, channels));
        channels = layers.back().outputs;
    }
    if (layers.empty()) return 0;
    const TestNetwork made(layers);
    const auto file = made.file();
    const auto network = Network::read(fovea::as_bytes(file));
    if (!network.ok()) return 0;
    const auto input = TestNetwork::input(shape);
    Runner runner(network.value(), 1'000'000);
    const auto answer = runner.run({shape, input});
    if (!answer.ok()) return 0;
    const auto expected = made.run(shape, input);
    if (answer.value().values.size() != expected.size()) std::abort();
    // Thousands that nearly cancel each other leave the rounding of thousands.
    float most = 1;
    for (const auto value : expected) most = std::max(most, std::abs(value));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto slack = 1e-3F * std::max(1.0F, std::abs(expected[i])) + 1e-4F * most;
        if (std::abs(answer.value().values[i] - expected[i]) > slack) std::abort();
    }
    return 0;
}
