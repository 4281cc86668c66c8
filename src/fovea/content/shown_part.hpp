// The part that an image block means; null where it is the whole picture, also when somebody cut that out.
#pragma once

#include "fovea/content/blocks.hpp"

namespace fovea::content {

inline const media::PixelRect* shown_part(const ImageBlock& image) {
    if (!image.crop) return nullptr;
    const media::PixelRect whole{0, 0, image.size.width, image.size.height};
    return *image.crop == whole ? nullptr : &*image.crop;
}

}  // namespace fovea::content
