// The one thing that matters in an EXIF block: which way up the picture is.
//
// `tiff` is the block as JPEG's APP1, PNG's eXIf or WebP's EXIF chunk holds it, with or without the
// leading "Exif\0\0". Only the first directory (IFD0) is read, since that is the one that speaks of
// the picture itself; the second speaks of the thumbnail. Whatever is odd (a broken offset, a value
// of another type, a number outside 1 to 8) means Upright: a wrong turn is worse than none.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/image_info.hpp"

namespace fovea::media {

Orientation exif_orientation(ByteView tiff);

}  // namespace fovea::media
