// What a picture's header says of it, read without decoding. Nothing here is trusted further than
// that: the decoder checks again.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/image_type.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace fovea::media {

// EXIF's numbers: how the stored picture has to be turned to stand upright.
enum class Orientation : std::uint8_t {
    Upright = 1,
    MirrorHorizontal = 2,
    Rotate180 = 3,
    MirrorVertical = 4,
    Transpose = 5,
    Rotate90 = 6,  // clockwise
    Transverse = 7,
    Rotate270 = 8,
};

constexpr bool swaps_sides(Orientation orientation) {
    return orientation >= Orientation::Transpose;
}

enum class ColourModel : std::uint8_t { Gray, Rgb, Palette, Ycc, Cmyk, Ycck };

struct ImageInfo {
    ImageType type = ImageType::Png;
    PixelSize size;  // as stored; see upright_size()
    Orientation orientation = Orientation::Upright;
    std::uint32_t frames = 1;
    bool has_alpha = false;  // may have transparent pixels
    std::uint8_t bit_depth = 8;
    ColourModel colour = ColourModel::Rgb;
    Subsampling chroma;        // JPEG
    bool progressive = false;  // JPEG progressive, PNG Adam7, GIF interlaced
    bool lossless = true;      // false for JPEG and lossy WebP
    bool beyond_canvas =
        false;  // a GIF frame reaches outside; some viewers enlarge the canvas then
    bool has_metadata =
        false;          // something that stripping would cut: EXIF, XMP, text, comments, profiles
    Bytes icc_profile;  // empty when there is none, or when it is over the limit
    double gamma = 0;   // PNG gAMA where it stands alone and is not sRGB's, else 0

    PixelSize upright_size() const {
        return swaps_sides(orientation) ? PixelSize{size.height, size.width} : size;
    }
};

}  // namespace fovea::media
