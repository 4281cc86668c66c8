// Which way the writing on a picture stands. Upright is tried first by reading a few lines, which
// is all that an ordinary screen costs; only where that makes no sense, the other ways are.
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/reading.hpp"
#include "fovea/reading/recognise/recogniser.hpp"
#include "fovea/reading/recognise/words.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace fovea::reading {

struct TurnedLines {
    TextTurn turn = TextTurn::None;
    std::vector<media::TextLine> lines;  // boxes of the picture turned to be readable
    std::vector<std::size_t> sample;     // the lines that were read, ascending
    std::vector<Word> words;             // of those, in their order
};

// Gives the picture turned so that writing with that turn runs from left to right, until the next
// call.
using TurnPicture = std::function<Result<const media::Picture*>(TextTurn)>;

// Without reading any of it: all lines, as they stand upright.
Result<TurnedLines> find_upright_lines(const TurnPicture& picture);

// `stop` ends the search with what is known by then.
Result<TurnedLines> find_turned_lines(
    const TurnPicture& picture, Recogniser& recogniser, const StopCheck& stop
);

}  // namespace fovea::reading
