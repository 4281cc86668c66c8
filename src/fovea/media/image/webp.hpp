// WebP: lossy, lossless, with alpha, animated.
//
// Strict about the container: every chunk has to lie inside the file, pictures have to have the
// size that the canvas promises, frames have to lie on it. A RIFF longer than the file is
// truncated; bytes behind a RIFF that is shorter are junk that stripping cuts.
#pragma once

#include "fovea/media/image/codec.hpp"

namespace fovea::media {

// Lossy pictures without alpha are Ycc in `colour`, all others Rgb.
Result<ImageInfo> probe_webp(ByteView file, const Limits& limits);

// Delivers Rgba8 where pixels may be transparent, else Ycc8 where it was asked for and the file is
// a lossy still, else Rgb8. An animation delivers the frame asked for as a viewer would show it.
Result<DecodeReport> decode_webp(ByteView file, const DecodeRequest& request, RowSink& sink);

// Reads every frame's data.
Result<DecodeReport> validate_webp(ByteView file, const Limits& limits);

// Cuts EXIF, XMP, ICC, chunks of unknown kind, also inside frames, and what follows the RIFF. With
// nothing to cut, the same bytes.
Result<std::size_t> strip_webp(ByteView file, std::span<std::byte> out);

}  // namespace fovea::media
