#include "fovea/nn/network.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/nn/dense.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

namespace fovea::nn {
namespace {

constexpr std::string_view kMagic = "FOVEANN1";
constexpr std::size_t kHeaderBytes = 72;
constexpr std::size_t kLayerBytes = 24;

// Far above what is trained, and small enough that no number of them overflows.
constexpr std::uint32_t kMaxLayers = 200;
constexpr std::uint32_t kMaxChannels = 4096;
constexpr std::uint32_t kMaxKernel = 15;
constexpr std::uint32_t kMaxSlot = 15;
constexpr std::uint64_t kMaxWeights = 32'000'000;

Error broken(std::string_view what) {
    return {ErrorCode::DecodeFailed, "the weights file is not whole: " + std::string(what)};
}

float from_half(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1FU;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0) {  // zero and the numbers below 2^-14
        const float value = std::ldexp(static_cast<float>(fraction), -24);
        return sign == 0 ? value : -value;
    }
    if (exponent == 0x1F) return std::numeric_limits<float>::quiet_NaN();  // none of ours
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

bool is_within(std::uint32_t value, std::uint32_t least, std::uint32_t most) {
    return value >= least && value <= most;
}

bool is_sound(const Layer& layer) {
    const bool sizes =
        is_within(layer.inputs, 1, kMaxChannels) && is_within(layer.outputs, 1, kMaxChannels) &&
        is_within(layer.kernel_rows, 1, kMaxKernel) &&
        is_within(layer.kernel_columns, 1, kMaxKernel) &&
        is_within(layer.stride_rows, 1, kMaxKernel) &&
        is_within(layer.stride_columns, 1, kMaxKernel) && layer.pad_rows < layer.kernel_rows &&
        layer.pad_columns <= layer.dilation * (layer.kernel_columns - 1) &&
        is_within(layer.dilation, 1, kMaxKernel) && layer.slot <= kMaxSlot;
    if (!sizes) return false;
    const bool plain = !layer.relu && !layer.keep && !layer.add && !layer.store;
    switch (layer.kind) {
        case LayerKind::Dense: return true;
        case LayerKind::Depthwise: return layer.inputs == layer.outputs;
        case LayerKind::Split: return plain && layer.inputs == layer.outputs * layer.kernel_columns;
        case LayerKind::Up: return plain && layer.inputs == layer.outputs;
    }
    return false;
}

}  // namespace

class NetworkReader {
public:
    explicit NetworkReader(ByteView file) : file_(file) {}

    Result<Network> read() {
        if (file_.size() < kHeaderBytes || as_text(file_.first(kMagic.size())) != kMagic) {
            return broken("it does not begin as one");
        }
        const auto version = u32(8);
        if (version != 1 && version != 2) return broken("a version that is not known");
        Sha256 digest;
        std::memcpy(digest.bytes.data(), file_.data() + 40, digest.bytes.size());
        if (sha256(file_.subspan(kHeaderBytes)) != digest) return broken("its digest is another");
        network_.digest_ = sha256(file_);
        network_.input_rows_ = u32(24);
        network_.column_step_ = u32(28);
        network_.frames_a_step_ = u32(32);
        if (!is_within(network_.column_step_, 1, 256) || network_.input_rows_ > 256) {
            return broken("an input of odd sizes");
        }
        TRY(read_layers(u32(12)));
        TRY(read_charset(u32(16), u32(20)));
        TRY(read_parameters(u32(36)));
        return std::move(network_);
    }

private:
    std::uint32_t u16(std::size_t at) const {
        return std::to_integer<std::uint32_t>(file_[at]) |
               std::to_integer<std::uint32_t>(file_[at + 1]) << 8;
    }
    std::uint32_t u32(std::size_t at) const { return u16(at) | u16(at + 2) << 16; }

    Result<void> read_layers(std::uint32_t count) {
        at_ = kHeaderBytes;
        if (!is_within(count, 1, kMaxLayers) || file_.size() - at_ < count * kLayerBytes) {
            return broken("its number of layers");
        }
        std::set<std::uint32_t> stored;
        bool kept = false;
        for (std::uint32_t i = 0; i < count; ++i, at_ += kLayerBytes) {
            const auto layer = layer_at(at_);
            if (u16(at_) > 3 || u16(at_ + 20) > 15 || !is_sound(layer)) {
                return broken("layer " + std::to_string(i));
            }
            const bool fits = i == 0 || network_.steps_.back().layer.outputs == layer.inputs;
            kept = kept || layer.keep;
            const bool finds = (!layer.add || kept) &&
                               (layer.kind != LayerKind::Up || stored.contains(layer.slot));
            if (!fits || !finds) return broken("layer " + std::to_string(i) + " fits no other");
            if (layer.store) stored.insert(layer.slot);
            network_.steps_.push_back({.layer = layer, .weights = {}, .bias = {}});
        }
        return {};
    }

    Layer layer_at(std::size_t at) const {
        const auto flags = u16(at + 20);
        return {
            .kind = static_cast<LayerKind>(u16(at)),
            .inputs = u16(at + 2),
            .outputs = u16(at + 4),
            .kernel_rows = u16(at + 6),
            .kernel_columns = u16(at + 8),
            .stride_rows = u16(at + 10),
            .stride_columns = u16(at + 12),
            .pad_rows = u16(at + 14),
            .pad_columns = u16(at + 16),
            .dilation = u16(at + 18),
            .relu = (flags & 1U) != 0,
            .keep = (flags & 2U) != 0,
            .add = (flags & 4U) != 0,
            .store = (flags & 8U) != 0,
            .slot = u16(at + 22)};
    }

    Result<void> read_charset(std::uint32_t classes, std::uint32_t bytes) {
        if (file_.size() - at_ < bytes) return broken("its characters");
        auto text = as_text(file_.subspan(at_, bytes));
        while (!text.empty()) {
            const auto length = utf8_character_length(text);
            if (length == 0) return broken("its characters");
            network_.charset_.push_back(first_character(text).code);
            text.remove_prefix(length);
        }
        const auto outputs = network_.steps_.back().layer.outputs;
        if (network_.classes() != classes || (bytes > 0 && classes != outputs)) {
            return broken("its characters are not as many as its answers");
        }
        at_ += bytes;
        at_ += (4 - at_ % 4) % 4;
        return {};
    }

    Result<void> read_parameters(std::uint32_t bytes) {
        std::uint64_t needed = 0;
        std::uint64_t weights = 0;
        for (const auto& step : network_.steps_) {
            if (!step.layer.has_weights()) continue;
            weights += step.layer.weights();
            needed +=
                (2 * step.layer.weights() + 3) / 4 * 4 + 4 * std::uint64_t{step.layer.outputs};
        }
        if (weights > kMaxWeights || needed != bytes || at_ + needed != file_.size()) {
            return broken("its parameters are not as many as its layers need");
        }
        for (auto& step : network_.steps_) {
            if (!step.layer.has_weights()) continue;
            TRY(read_step(step));
        }
        return {};
    }

    Result<void> read_step(Step& step) {
        const auto& layer = step.layer;
        std::vector<float> weights(layer.weights());
        for (auto& weight : weights) {
            weight = from_half(static_cast<std::uint16_t>(u16(at_)));
            if (!std::isfinite(weight)) return broken("a weight that is not a number");
            at_ += 2;
        }
        at_ += (4 - at_ % 4) % 4;
        std::vector<float> bias(layer.outputs);
        for (auto& value : bias) {
            value = std::bit_cast<float>(u32(at_));
            if (!std::isfinite(value)) return broken("a weight that is not a number");
            at_ += 4;
        }
        if (layer.kind == LayerKind::Dense) {
            step.weights = in_panels(weights, layer.taps() * layer.inputs, layer.outputs);
            bias.resize(whole_panels(layer.outputs));
        } else {
            step.weights = std::move(weights);
        }
        step.bias = std::move(bias);
        return {};
    }

    ByteView file_;
    std::size_t at_ = 0;
    Network network_;
};

Result<Network> Network::read(ByteView file) {
    return NetworkReader(file).read();
}

}  // namespace fovea::nn
