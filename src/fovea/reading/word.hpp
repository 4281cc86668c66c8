// A word on a picture, with the pixels where it stands.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <string>

namespace fovea::reading {

struct Word {
    std::string text;  // UTF-8, without spaces
    media::PixelRect box;
    double confidence = 0;  // 0 to 1
    std::size_t line = 0;   // index in the lines given
    bool cut =
        false;  // runs over the edge of what was read, or may: it can be the rest of a longer one

    bool operator==(const Word&) const = default;
};

}  // namespace fovea::reading
