// Runs a network on one input after the other, row by row: single-threaded, no files, and nothing is allocated once the
// largest input has passed.
//
//     Runner runner(network);          // borrows it
//     const Values answer = TRY(runner.run({{32, 408, 1}, pixels}));
//     answer.at(0, frame)[c]
//
// Every layer holds only those of its rows that somebody still has to see, and makes a row when it is asked for: a page of
// any height takes the memory of a few dozen rows, most of which never leave the processor's caches.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/nn/layer.hpp"
#include "fovea/nn/network.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fovea::nn {

// Borrowed values, [row][column][channel].
struct Values {
    Shape shape;
    std::span<const float> values;

    std::span<const float> at(std::uint32_t row, std::uint32_t column) const {
        const auto begin = (std::size_t{row} * shape.columns + column) * shape.channels;
        return values.subspan(begin, shape.channels);
    }
};

// An input that is made as it is needed: writes all values of a row. Rows are asked for in their order, each once.
struct RowSource {
    Shape shape;
    std::function<void(std::uint32_t row, float* values)> fill;
};

// Takes the rows of an answer, in their order, each as soon as it is made.
using RowSink = std::function<void(std::uint32_t row, std::span<const float> values)>;

class Runner {
public:
    // `max_values`: that are held at a time, and in an answer that is given as a whole; what needs more is LimitExceeded.
    explicit Runner(const Network& network, std::uint64_t max_values = 40'000'000);

    // The answer is good until the next run.
    Result<Values> run(const Values& input);

    // Keeps nothing of the answer. Once `is_over` says so, no further row is made.
    Result<void> run(
        const RowSource& input, const RowSink& sink, const std::function<bool()>& is_over = {}
    );

    // Gives back the memory of the last run, and with it the answer.
    void release();

private:
    // One that makes rows: the input, or a layer.
    struct Node {
        Shape shape = {};
        std::uint32_t margin = 0;    // columns of zeros on either side of a row
        std::uint32_t made = 0;      // rows, so far
        std::uint32_t capacity = 0;  // rows of the ring: row y lies at y % capacity
        std::vector<float> ring = {};

        std::size_t row_values() const { return std::size_t{shape.columns} * shape.channels; }
        std::size_t stride() const {
            return (std::size_t{shape.columns} + 2 * std::size_t{margin}) * shape.channels;
        }
        std::size_t place_of(std::uint32_t y) const {
            return y % capacity * stride() + std::size_t{margin} * shape.channels;
        }
        const float* row(std::uint32_t y) const { return ring.data() + place_of(y); }
    };
    // What a layer sees, by the numbers of nodes.
    struct Sources {
        std::size_t input = 0;
        std::optional<std::size_t> added = {};   // to its output
        std::optional<std::size_t> stored = {};  // for Up
    };

    bool set_shapes(const Shape& input);
    bool has(std::size_t node, std::uint32_t row);
    bool make_row(std::size_t node);
    bool make_inputs(std::size_t node, std::uint32_t row);
    float* place(std::size_t node);
    std::uint32_t first_needed(std::size_t node) const;
    bool grow(Node& node, std::uint32_t first, std::uint32_t capacity);
    void convolve(
        const Step& step, const Node& input, const float* added, std::uint32_t row, float* out
    );
    void look(const Layer& layer, const Node& input, std::uint32_t row, std::uint32_t across);

    const Network& network_;
    const std::uint64_t max_values_;
    std::vector<Node> nodes_;                        // the input, and then one a layer
    std::vector<Sources> sources_;                   // of each layer
    std::vector<std::vector<std::size_t>> readers_;  // of each node: the layers that see it
    const RowSource* input_ = nullptr;               // of this run
    std::uint64_t held_ = 0;                         // values of all rings
    std::vector<float> answer_;
    std::vector<const float*> seen_;
    std::vector<float> zeros_;  // a row of them
};

}  // namespace fovea::nn
