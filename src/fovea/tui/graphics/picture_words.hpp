// A picture in words, where nothing else can be shown: "[image: 1920x1080 image/png shot.png]".
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <string>
#include <string_view>

namespace fovea::tui {

// What is not known is left out. Names are made safe to show and cut at 80 characters.
std::string picture_words(media::PixelSize size, std::string_view mime, std::string_view filename);

}  // namespace fovea::tui
