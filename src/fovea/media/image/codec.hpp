// What every format's decoder and encoder have in common. Each format is one set of functions:
//
//     Result<ImageInfo> probe_png(ByteView file, const Limits&);                  // header only
//     Result<DecodeReport> decode_png(ByteView file, const DecodeRequest&, RowSink&);
//     Result<DecodeReport> validate_png(ByteView file, const Limits&);            // without pixels
//     Result<std::size_t> strip_png(ByteView file, std::span<std::byte> out);     // pixels untouched
//     Result<std::size_t> encode_png(const Picture&, const PngSettings&, std::span<std::byte> out);
//
// Everything but probe runs only inside a worker process.
//
// A truncated or corrupt file is DecodeFailed, never a picture with grey at the bottom. Writers
// fill the caller's memory and return the length; LimitExceeded says that `out` is too small, which
// is how the fit ladder learns early that a rung will not do.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/row_sink.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace fovea::media {

struct DecodeRequest {
    Limits limits;

    // The smallest size the caller can use, in the file's own orientation; 0 x 0 means full size. A
    // JPEG decoder may deliver any size between this and the full one.
    PixelSize at_least;

    // Deliver Ycc8 where the file holds it; otherwise (and always from other formats) RGB.
    bool native_ycc = false;

    // Only these pixels, in the file's own orientation. Rows below are not read, so they are not
    // validated either.
    std::optional<PixelRect> region;

    std::uint32_t frame = 0;  // of an animation, composed as a viewer would show it
};

struct DecodeReport {
    std::size_t end = 0;  // where the picture ends in the file; what follows is junk
};

}  // namespace fovea::media
