// All lines of a page: those that the network finds, and of our own finder's those that it does not.
//
//     PageLinesFinder finder;
//     const PageLines found = TRY(finder.find(picture, own_lines, recogniser, is_over));
//
// Opened with the first picture. Lines that the network is not sure of, or whose direction it does not know, are read at
// once, and only what makes sense stays.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/line_axis.hpp"
#include "fovea/reading/recognise/line_detector.hpp"
#include "fovea/reading/recognise/recogniser.hpp"
#include "fovea/reading/word.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace fovea::reading {

struct PageLines {
    std::vector<media::TextLine> lines;  // from the top, and from the left where tops are equal
    std::vector<LineAxis> axes;          // of each; its height is 0 where our own finder found it
    std::vector<std::size_t> read;       // the lines that were read already, ascending
    std::vector<Word> words;             // of those
};

class PageLinesFinder {
public:
    // Of a recogniser that reads_crops().
    Result<PageLines> find(
        const media::Picture& picture,
        const std::vector<media::TextLine>& own,
        Recogniser& recogniser,
        const std::function<bool()>& is_over = {}
    );

private:
    std::optional<LineDetector> detector_;
};

}  // namespace fovea::reading
