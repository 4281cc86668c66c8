// Runs a network on one input after the other, in memory that is used again: single-threaded, no files, and nothing is
// allocated once the largest input has passed.
//
//     Runner runner(network);          // borrows it
//     const Values answer = TRY(runner.run({{32, 408, 1}, pixels}));
//     answer.at(0, frame)[c]
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/nn/layer.hpp"
#include "fovea/nn/network.hpp"

#include <cstddef>
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

class Runner {
public:
    // `max_values`: of any layer's output; what needs more is LimitExceeded.
    explicit Runner(const Network& network, std::uint64_t max_values = 40'000'000);

    // The answer is good until the next run.
    Result<Values> run(const Values& input);

    // The same for a large input, without a copy of it: `values` is given other memory in exchange, of any size.
    Result<Values> run(const Shape& shape, std::vector<float>& values);

    // Gives back the memory of the last run, and with it the answer.
    void release();

private:
    struct Held {
        Shape shape;
        std::vector<float> values;
        unsigned users = 0;
    };

    void forget();
    Result<Values> run_from(std::size_t first);
    std::size_t take(Shape shape);
    void hold(std::optional<std::size_t>& place, std::size_t held);
    void drop(std::optional<std::size_t>& place);
    void convolve(const Step& step, const Held& input, const float* added, Held& output);
    static void split(const Held& input, Held& output);
    static void double_up(const Held& input, const Held& stored, Held& output);

    const Network& network_;
    std::uint64_t max_values_;
    std::vector<Held> memory_;  // the few outputs that are needed at a time
    std::optional<std::size_t> current_;
    std::optional<std::size_t> kept_;
    std::vector<std::optional<std::size_t>> slots_;
    std::vector<const float*> seen_;
    std::vector<float> zeros_;
};

}  // namespace fovea::nn
