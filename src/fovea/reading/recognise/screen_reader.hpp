// Reads the letters of one line by a network of our own, trained on what screens show (training/): Latin with its
// accents, Cyrillic, Greek, code, arrows, box drawing.
//
//     auto reader = TRY(ScreenReader::open());
//     const auto words = TRY(reader.read(screen_line(picture, line).gray));
//
// About 5 ms for a line of 400 columns on one thread; no files. Spaces are where the picture has them.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/nn/network.hpp"
#include "fovea/nn/runner.hpp"
#include "fovea/reading/recognise/recogniser.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::reading {

class ScreenReader {
public:
    // With the weights that are part of the program.
    static Result<ScreenReader> open();

    // Whether it knows the letters of all of these, "deu+eng".
    static bool knows(std::string_view languages);

    // A Gray8 picture of 32 rows, as line_for_screen_reader() makes it.
    Result<std::vector<LineWord>> read(const media::Picture& line);

private:
    explicit ScreenReader(std::unique_ptr<nn::Network> network);

    Result<void> read_part(
        const media::Picture& line,
        std::uint32_t first,
        std::uint32_t end,
        std::vector<LineWord>& words
    );

    std::unique_ptr<nn::Network> network_;
    nn::Runner runner_;
    std::vector<float> input_;
};

}  // namespace fovea::reading
