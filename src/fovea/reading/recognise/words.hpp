// The words on a picture, with the pixels where they stand.
//
//     const auto lines = media::find_text_lines(picture);
//     const auto words = TRY(recognise(picture, lines, recogniser, stop));
//
// Both steps depend on nothing but their arguments, so that the lines of a large picture can be
// dealt out to several workers, each with a recogniser of its own, and the words put together
// again.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/recognise/recogniser.hpp"
#include "fovea/reading/word.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fovea::reading {

// Whether it is writing at all that was read from a line of that height: icons, dots and pieces of photographs are read
// as one or two odd characters.
bool are_believable(const std::vector<Word>& words, std::uint32_t height);

// Asked before each line; true ends the reading with Cancelled.
using StopCheck = std::function<bool()>;

Result<std::vector<Word>> recognise(
    const media::Picture& picture,
    std::span<const media::TextLine> lines,
    Recogniser& recogniser,
    const StopCheck& stop = {}
);

}  // namespace fovea::reading
