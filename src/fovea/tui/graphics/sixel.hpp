// A picture as DEC sixels: six rows at a time, one pass for each colour in them.
//
//     tty << sixel_picture(picture);
//
// Our own and not libsixel: writing takes a hundred lines, and that library brings decoders along that nobody
// here wants in a process with keys. There is no removal: what is written over the cells replaces it.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <string>

namespace fovea::tui {

// `picture` is Rgb8. Where the cursor is afterwards differs between terminals.
std::string sixel_picture(const media::Picture& picture);

// The height of a picture that ends with whole sixels and takes no more than so many pixels.
std::uint32_t sixel_height(std::uint32_t most);

}  // namespace fovea::tui
