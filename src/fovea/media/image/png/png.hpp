// PNG: reads every legal combination of colour type, bit depth and interlacing, strictly.
//
//     const auto info = TRY(probe_png(file, limits));        // header only, microseconds
//     const auto report = TRY(decode_png(file, request, sink));
//
// What different viewers would show differently is refused: a wrong checksum, too few or too many
// rows, a colour that the palette does not have, picture data in two places. What none of them
// looks at (text, an unknown chunk, bytes behind the end) is ignored, and never inflated. Of an
// animated PNG only the default image exists here.
//
// Delivered formats: Gray8 for gray, Rgb8 for colour and palettes, Rgba8 wherever there is an alpha
// channel or a tRNS chunk. 16-bit samples are rounded to the nearest 8-bit value. Rows of 8-bit
// pictures without tRNS and interlacing are handed out from the inflated data itself, as stable
// bands.
//
// ImageInfo::gamma is the number in the gAMA chunk, 0.45455 for a usual display: a sample s in 0..1
// stands for the light s^(1/gamma). It is 0 when sRGB, iCCP or cICP says more, and when the value
// is the usual one within rounding.
#pragma once

#include "fovea/media/image/codec.hpp"

#include <cstddef>
#include <span>

namespace fovea::media {

Result<ImageInfo> probe_png(ByteView file, const Limits& limits);

Result<DecodeReport> decode_png(ByteView file, const DecodeRequest& request, RowSink& sink);

// Accepts exactly what decode_png accepts, for about a third of the time.
Result<DecodeReport> validate_png(ByteView file, const Limits& limits);

// Copies the picture without what is not needed to show it: EXIF, text, time, profile, animation
// and unknown chunks, and whatever follows the end. A file with nothing to cut comes out byte for
// byte. The colour profile is cut as well, so this is for pictures whose profile is sRGB or none.
Result<std::size_t> strip_png(ByteView file, std::span<std::byte> out);

}  // namespace fovea::media
