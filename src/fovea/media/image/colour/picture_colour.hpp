// The colour conversion that a picture needs, by what its header says.
#pragma once

#include "fovea/media/image/colour/colour.hpp"
#include "fovea/media/image/image_info.hpp"

#include <string>

namespace fovea::media {

// What decode() delivers for this picture when Ycc8 is not asked for.
PixelFormat delivered_format(const ImageInfo& info);

// From a cache that lives as long as the worker; valid until the next call.
const ColourConverter& colour_of(const ImageInfo& info);

// As listed among a picture's actions.
std::string colour_action(const ImageInfo& info);

}  // namespace fovea::media
