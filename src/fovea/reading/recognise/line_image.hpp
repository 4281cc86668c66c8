// One line as an engine wants it: black letters on white, each word at full contrast, scaled
// to the height that the network was trained on, with a clean margin.
//
//     const auto image = line_image(picture, line);
//     const auto words = TRY(engine.read(image.gray));
//     const auto box = image.original(first_column, end_column);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"

#include <cstdint>
#include <vector>

namespace fovea::reading {

// How many rows the line's box gets. Tesseract scales lines to the 36 rows of its network, with a
// margin of four of ours; letters come out a little larger or smaller in it.
enum class LineSize : std::uint8_t { Usual, Smaller };

struct LineImage {
    media::Picture gray;
    bool across = false;  // written across a photograph

    // Columns of `gray` as pixels of the picture, drawn tight around the ink found there.
    media::PixelRect original(double first, double end) const;

    // Columns of `gray` where nothing is drawn from top to bottom, between the first and the last
    // that have something.
    struct Gap {
        double first = 0;
        double end = 0;
        std::uint32_t pixels = 0;  // its width in the picture
    };
    std::vector<Gap> gaps(double first, double end) const;

    // What the others need: ink per pixel of the source, 0 to 255, and how columns map to it.
    media::PixelRect box;
    std::vector<std::uint8_t> ink;
    double scale = 1;
    double offset = 0;

private:
    bool has_ink(std::uint32_t column) const;
    std::uint32_t column_of(double x) const;
};

Result<LineImage> line_image(
    const media::Picture& picture, const media::TextLine& line, LineSize size = LineSize::Usual
);

// The same for ScreenReader, as training/lines/prepare.py says: 32 rows with a margin of a tenth, in shades of
// grey, the ground at 64 and the ink at 191.
Result<LineImage> line_for_screen_reader(
    const media::Picture& picture, const media::TextLine& line
);

}  // namespace fovea::reading
