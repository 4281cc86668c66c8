// The words on a picture, with the pixels where they stand.
//
//     const auto lines = find_text_lines(picture);
//     const auto words = TRY(recognise(picture, lines, recogniser, stop));
//
// Both steps depend on nothing but their arguments, so that the lines of a large picture can be
// dealt out to several workers, each with a recogniser of its own, and the words put together
// again.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/ocr/recogniser.hpp"
#include "fovea/media/ocr/screen_reader.hpp"
#include "fovea/media/ocr/text_lines.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fovea::media {

struct Word {
    std::string text;  // UTF-8, without spaces
    PixelRect box;
    double confidence = 0;  // 0 to 1
    std::size_t line = 0;   // index in the lines given

    bool operator==(const Word&) const = default;
};

// Asked before each line; true ends the reading with Cancelled.
using StopCheck = std::function<bool()>;

Result<std::vector<Word>> recognise(
    const Picture& picture,
    std::span<const TextLine> lines,
    Recogniser& recogniser,
    const StopCheck& stop = {},
    ScreenReader* screen_reader = nullptr  // reads instead, where there is one
);

}  // namespace fovea::media
