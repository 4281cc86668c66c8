// Reads lines of any direction, as a network found them (line_detector.hpp).
//
//     AxisReader reader(recogniser, picture);
//     const auto words = TRY(reader.read(axis));
//
// A line far from level is read in both directions, and the one that makes more sense is taken.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/recognise/line_detector.hpp"
#include "fovea/reading/recognise/recogniser.hpp"
#include "fovea/reading/word.hpp"

#include <vector>

namespace fovea::reading {

class AxisReader {
public:
    // Of a recogniser that reads_crops(), and the whole picture; both outlive it.
    AxisReader(Recogniser& recogniser, const media::Picture& picture)
        : recogniser_(recogniser), picture_(picture) {}

    // None where what was read is not believed; Word::line is 0.
    Result<std::vector<Word>> read(const LineAxis& axis);

    // The same for a line that the detector is not sure of, or of which it does not know the direction.
    Result<std::vector<Word>> read(const DetectedLine& line);

private:
    struct Read {
        std::vector<Word> words;
        double trust = 0;  // mean confidence of the characters
        double least = 1;  // of a word
    };

    Result<Read> read_along(const LineAxis& axis);
    Result<Read> read_best(const LineAxis& axis);

    Recogniser& recogniser_;
    const media::Picture& picture_;
};

// The line as others know lines: its box tight around its letters where it is level, its colours as they are.
media::TextLine text_line_of(const media::Picture& picture, const LineAxis& axis);

// Makes words of a level line as high as its letters, and no higher.
void keep_within(std::vector<Word>& words, const media::PixelRect& line);

}  // namespace fovea::reading
