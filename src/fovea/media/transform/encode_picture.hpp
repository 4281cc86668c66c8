// A picture as a file, in the format that suits what it shows: flat screens as PNG, what a camera
// saw as JPEG.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/pixels.hpp"

namespace fovea::media {

struct EncodedPicture {
    ImageType type = ImageType::Png;
    Bytes file;
};

Result<EncodedPicture> encode_picture(const Picture& picture);

}  // namespace fovea::media
