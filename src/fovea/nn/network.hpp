// A trained network out of its weights file (training/reader/weights_file.py has the format). Read once, then
// constant: any number of runners may share it.
//
//     const Network reader = TRY(Network::read(bytes));
//     Runner runner(reader);
//     const Values answer = TRY(runner.run(input));
//
// The file is checked whole: its digest, every number in the table of layers, that the layers fit together and that
// the parameters are exactly those that they need.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"
#include "fovea/nn/layer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::nn {

// A layer with its numbers, laid out for the kernels.
struct Step {
    Layer layer;
    std::vector<float> weights;  // dense: in panels (dense.hpp); depthwise: [tap][channel]
    std::vector<float> bias;     // padded with zeros to whole panels
};

class Network {
public:
    // DecodeFailed, with what is wrong.
    static Result<Network> read(ByteView file);

    const std::vector<Step>& steps() const { return steps_; }

    // Class n + 1 is the n-th of these; class 0 stands for none of them. Empty for other networks.
    const std::vector<char32_t>& charset() const { return charset_; }
    std::uint32_t classes() const { return static_cast<std::uint32_t>(charset_.size()) + 1; }
    std::uint32_t input_rows() const { return input_rows_; }    // 0: any
    std::uint32_t column_step() const { return column_step_; }  // inputs are multiples of it
    std::uint32_t frames_a_step() const { return frames_a_step_; }
    std::uint32_t input_channels() const { return steps_.front().layer.inputs; }
    const Sha256& digest() const { return digest_; }  // of the file

private:
    friend class NetworkReader;
    Network() = default;

    std::vector<Step> steps_;
    std::vector<char32_t> charset_;
    std::uint32_t input_rows_ = 0;
    std::uint32_t column_step_ = 1;
    std::uint32_t frames_a_step_ = 0;
    Sha256 digest_;
};

}  // namespace fovea::nn
