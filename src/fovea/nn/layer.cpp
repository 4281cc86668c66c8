#include "fovea/nn/layer.hpp"

namespace fovea::nn {
namespace {

std::uint32_t steps(
    std::uint64_t length, std::uint64_t pad, std::uint64_t reach, std::uint32_t stride
) {
    const auto padded = length + 2 * pad;
    return padded < reach ? 0 : static_cast<std::uint32_t>((padded - reach) / stride + 1);
}

}  // namespace

Shape shape_after(const Layer& layer, Shape input) {
    if (input.channels != layer.inputs || input.values() == 0) return {};
    switch (layer.kind) {
        case LayerKind::Split:
            return {input.rows, input.columns * layer.kernel_columns, layer.outputs};
        case LayerKind::Up: return {2 * input.rows, 2 * input.columns, layer.outputs};
        case LayerKind::Dense:
        case LayerKind::Depthwise: break;
    }
    const auto reach = std::uint64_t{layer.dilation} * (layer.kernel_columns - 1) + 1;
    const Shape shape{
        steps(input.rows, layer.pad_rows, layer.kernel_rows, layer.stride_rows),
        steps(input.columns, layer.pad_columns, reach, layer.stride_columns),
        layer.outputs};
    return shape.values() == 0 ? Shape{} : shape;
}

}  // namespace fovea::nn
