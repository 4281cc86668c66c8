// Reads the letters of one line by a network of our own, trained on what screens show (training/): Latin with its
// accents, Cyrillic, Greek, code, arrows, box drawing.
//
//     auto reader = TRY(ScreenReader::open());
//     const auto words = TRY(reader.read(picture, line)).words;
//
// About 5 ms for a line of 400 columns on one thread; no files. Spaces are where the picture has them.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/nn/network.hpp"
#include "fovea/nn/runner.hpp"
#include "fovea/reading/recognise/line_word.hpp"
#include "fovea/reading/recognise/recogniser.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fovea::reading {

class ScreenReader final : public Recogniser {
public:
    // With the weights that are part of the program.
    static Result<ScreenReader> open();

    Result<RecognisedLine> read(const media::Picture& picture, const media::TextLine& line)
        override;

    // Screens the right way up are read with 0.99, upside down with 0.78 at most.
    double makes_sense_from() const override { return 0.9; }

    bool reads_crops() const override { return true; }

    void release() override { runner_.release(); }

    Result<std::vector<LineWord>> read_image(const media::Picture& line) override;

private:
    explicit ScreenReader(std::unique_ptr<nn::Network> network);

    Result<void> read_part(
        const media::Picture& line,
        std::uint32_t first,
        std::uint32_t end,
        std::vector<LineWord>& words
    );

    std::unique_ptr<nn::Network> network_;
    std::vector<std::vector<std::uint32_t>>
        alike_;  // of each class: those that look like it, and itself
    nn::Runner runner_;
    std::vector<float> input_;
};

}  // namespace fovea::reading
