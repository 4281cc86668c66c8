// JPEG: baseline and progressive, 8 bits, Huffman-coded; gray, YCbCr, RGB, CMYK.
//
// Strict: whatever libjpeg would warn about as corrupt data makes DecodeFailed, as does a missing
// end marker or a colour component without data. Two things are let pass, since cameras write them
// and the picture is whole: bytes between header segments, and up to 16 stray bytes behind a scan's
// data.
#pragma once

#include "fovea/media/image/codec.hpp"

namespace fovea::media {

// Reads up to the first scan. `has_metadata` therefore cannot know of comments between later scans
// or of bytes behind the picture; see strip_jpeg. Where a profile's pieces do not fit together it
// is left out.
Result<ImageInfo> probe_jpeg(ByteView file, const Limits& limits);

// Delivers Gray8, Rgb8 or Cmyk8, or Ycc8 where it was asked for and the file holds YCbCr with
// chroma at full or half resolution in either direction. Asked for a smaller size, it decodes at
// 1/2, 1/4 or 1/8 as long as 1.5 times the wanted size remains: closer than that, the loss shows. A
// region is cut pixel-exact from the full size (never Ycc8).
Result<DecodeReport> decode_jpeg(ByteView file, const DecodeRequest& request, RowSink& sink);

// Reads the whole file at the lowest cost. The thumbnail, where wanted, is the luma at 1/8 (Gray8).
Result<DecodeReport> validate_jpeg(
    ByteView file, const Limits& limits, RowSink* thumbnail = nullptr
);

// Cuts EXIF, XMP, ICC, comments, thumbnails and what follows the end marker. The result is as long
// as the file exactly when there was nothing to cut, and then the same bytes.
Result<std::size_t> strip_jpeg(ByteView file, std::span<std::byte> out);

// Whether the picture can be set upright by moving its DCT blocks: gray or YCbCr, and where an axis
// is mirrored no cut-off blocks at its end, for they would end up at the front.
bool can_orient_losslessly(const ImageInfo& info);

// Writes the picture turned by `orientation`, same coefficients, baseline, no metadata. The
// thumbnail is the luma at 1/8 as stored, not turned. InvalidInput: it cannot be done, decode and
// encode instead.
Result<std::size_t> orient_jpeg_losslessly(
    ByteView file,
    Orientation orientation,
    const Limits& limits,
    std::span<std::byte> out,
    RowSink* thumbnail = nullptr
);

}  // namespace fovea::media
