// For tests: weights files of any layers, with numbers from a seed, and the same layers run the simple way.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/nn/layer.hpp"
#include "fovea/nn/runner.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace fovea::nn {

class TestNetwork {
public:
    explicit TestNetwork(std::vector<Layer> layers, unsigned seed = 1)
        : layers_(std::move(layers)) {
        std::mt19937 random(seed);
        std::uniform_int_distribution<int> eighths(-16, 16);  // which float16 holds exactly
        for (const auto& layer : layers_) {
            std::vector<float> weights(layer.weights());
            std::vector<float> bias(layer.has_weights() ? layer.outputs : 0);
            for (auto& each : weights) each = static_cast<float>(eighths(random)) / 8;
            for (auto& each : bias) each = static_cast<float>(eighths(random)) / 8;
            weights_.push_back(std::move(weights));
            biases_.push_back(std::move(bias));
        }
    }

    std::string file(std::string_view charset = {}, std::uint32_t classes = 1) const {
        std::string body;
        for (const auto& l : layers_) {
            const std::uint32_t flags =
                (l.relu ? 1U : 0) | (l.keep ? 2U : 0) | (l.add ? 4U : 0) | (l.store ? 8U : 0);
            for (const auto number :
                 {static_cast<std::uint32_t>(l.kind),
                  l.inputs,
                  l.outputs,
                  l.kernel_rows,
                  l.kernel_columns,
                  l.stride_rows,
                  l.stride_columns,
                  l.pad_rows,
                  l.pad_columns,
                  l.dilation,
                  flags,
                  l.slot}) {
                put(body, number, 2);
            }
        }
        body += charset;
        while ((72 + body.size()) % 4 != 0) body += '\0';
        const auto parameters = body.size();
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            for (const float weight : weights_[i]) put(body, half(weight), 2);
            while (body.size() % 4 != 0) body += '\0';
            for (const float value : biases_[i]) put(body, std::bit_cast<std::uint32_t>(value), 4);
        }
        std::string file = "FOVEANN1";
        for (const auto number :
             {std::uint32_t{2},
              static_cast<std::uint32_t>(layers_.size()),
              classes,
              static_cast<std::uint32_t>(charset.size()),
              std::uint32_t{0},
              std::uint32_t{1},
              std::uint32_t{0},
              static_cast<std::uint32_t>(body.size() - parameters)}) {
            put(file, number, 4);
        }
        const auto digest = sha256(as_bytes(body));
        file.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
        return file + body;
    }

    // The specification, word for word.
    std::vector<float> run(Shape shape, std::vector<float> values) const {
        std::vector<float> kept;
        std::map<std::uint32_t, std::vector<float>> slots;
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            const auto& layer = layers_[i];
            const auto out = shape_after(layer, shape);
            if (layer.keep) kept = values;
            if (layer.kind == LayerKind::Up) {
                values = doubled(shape, values, slots.at(layer.slot));
            } else if (layer.kind != LayerKind::Split) {
                values = convolved(i, shape, out, values);
            }
            if (layer.add) {
                for (std::size_t k = 0; k < values.size(); ++k) values[k] += kept[k];
            }
            if (layer.store) slots[layer.slot] = values;
            shape = out;
        }
        return values;
    }

    static std::vector<float> input(Shape shape, unsigned seed = 2) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> between(-1, 1);
        std::vector<float> values(shape.values());
        for (auto& each : values) each = between(random);
        return values;
    }

private:
    static void put(std::string& out, std::uint32_t number, int bytes) {
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
    }
    static std::uint16_t half(float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        if (value == 0) return 0;
        const auto exponent = (bits >> 23 & 0xFF) - 112;
        return static_cast<std::uint16_t>(
            (bits >> 16 & 0x8000U) | exponent << 10 | (bits >> 13 & 0x3FFU)
        );
    }

    static std::vector<float> doubled(
        Shape shape, const std::vector<float>& values, const std::vector<float>& stored
    ) {
        std::vector<float> out;
        for (std::uint32_t y = 0; y < 2 * shape.rows; ++y) {
            for (std::uint32_t x = 0; x < 2 * shape.columns; ++x) {
                for (std::uint32_t c = 0; c < shape.channels; ++c) {
                    out.push_back(values[(y / 2 * shape.columns + x / 2) * shape.channels + c]);
                    out.back() += stored[out.size() - 1];
                }
            }
        }
        return out;
    }

    std::vector<float> convolved(
        std::size_t number, Shape shape, Shape out, const std::vector<float>& values
    ) const {
        const auto& l = layers_[number];
        std::vector<float> result;
        const auto value_at = [&](std::int64_t y, std::int64_t x, std::uint32_t c) {
            if (y < 0 || x < 0 || y >= shape.rows || x >= shape.columns) return 0.0F;
            return values[static_cast<std::size_t>((y * shape.columns + x) * shape.channels + c)];
        };
        for (std::int64_t y = 0; y < out.rows; ++y) {
            for (std::int64_t x = 0; x < out.columns; ++x) {
                for (std::uint32_t o = 0; o < out.channels; ++o) {
                    double sum = biases_[number][o];
                    for (std::uint32_t i = 0; i < l.kernel_rows; ++i) {
                        for (std::uint32_t j = 0; j < l.kernel_columns; ++j) {
                            const auto from_y = y * l.stride_rows + i - l.pad_rows;
                            const auto from_x =
                                x * l.stride_columns + j * l.dilation - l.pad_columns;
                            for (std::uint32_t k = 0; k < l.depth(); ++k) {
                                const auto tap = (i * l.kernel_columns + j) * l.depth() + k;
                                const auto channel = l.kind == LayerKind::Dense ? k : o;
                                sum += double(value_at(from_y, from_x, channel)) *
                                       weights_[number][tap * l.outputs + o];
                            }
                        }
                    }
                    result.push_back(static_cast<float>(l.relu ? std::max(sum, 0.0) : sum));
                }
            }
        }
        return result;
    }

    std::vector<Layer> layers_;
    std::vector<std::vector<float>> weights_;
    std::vector<std::vector<float>> biases_;
};

}  // namespace fovea::nn
