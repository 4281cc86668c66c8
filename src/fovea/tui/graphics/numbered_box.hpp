// A place on a picture that an answer speaks of.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <string>

namespace fovea::tui {

struct NumberedBox {
    media::PixelRect box;  // pixels of the picture that it comes with
    std::uint32_t number = 0;
    std::string label = {};

    bool operator==(const NumberedBox&) const = default;
};

// The same place on a copy of another size; never empty, never outside.
media::PixelRect scaled(const media::PixelRect& box, media::PixelSize from, media::PixelSize to);

}  // namespace fovea::tui
