// Reads the letters of one line: the interface behind which engines stand. Finding lines comes before it, and what is
// believed of its words after it (words.hpp).
//
//     for (const Word& word : TRY(recogniser.read(picture, line)).words) …
//
// Opened once and used for all lines, by one thread.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/recognise/line_word.hpp"
#include "fovea/reading/word.hpp"

#include <vector>

namespace fovea::reading {

struct RecognisedLine {
    std::vector<Word> words;         // boxes are pixels of the picture; Word::line is 0
    bool across_photograph = false;  // what looks like a word there may be a twig
};

class Recogniser {
public:
    virtual ~Recogniser() = default;

    virtual Result<RecognisedLine> read(
        const media::Picture& picture, const media::TextLine& line
    ) = 0;

    // Whether read_image() reads: then lines of any direction can be cut out for it (line_crop.hpp).
    virtual bool reads_crops() const { return false; }

    // A Gray8 picture of 32 rows with ground and ink at fixed values, as LineCrop and line_for_screen_reader() make it.
    virtual Result<std::vector<LineWord>> read_image(const media::Picture& line);

    // Gives back what it needs only while it reads.
    virtual void release() {}

    // Writing the right way up is read with more confidence than this, upside down with less.
    virtual double makes_sense_from() const = 0;
};

inline Result<std::vector<LineWord>> Recogniser::read_image(const media::Picture&) {
    return Error{ErrorCode::Internal, "this recogniser takes lines of the picture alone"};
}

}  // namespace fovea::reading
