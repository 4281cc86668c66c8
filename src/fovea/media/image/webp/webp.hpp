// WebP: lossy, lossless, with alpha, animated.
//
// Strict about the container: every chunk has to lie inside the file, pictures have to have the
// size that the canvas promises, frames have to lie on it. A RIFF longer than the file is
// truncated; bytes behind a RIFF that is shorter are junk that stripping cuts.
#pragma once

#include "fovea/media/image/codec.hpp"

#include <chrono>
#include <cstdint>
#include <functional>

namespace fovea::media {

// Lossy pictures without alpha are Ycc in `colour`, all others Rgb.
Result<ImageInfo> probe_webp(ByteView file, const Limits& limits);

// Delivers Rgba8 where pixels may be transparent, else Ycc8 where it was asked for and the file is
// a lossy still, else Rgb8. An animation delivers the frame asked for as a viewer would show it.
Result<DecodeReport> decode_webp(ByteView file, const DecodeRequest& request, RowSink& sink);

// Reads every frame's data.
Result<DecodeReport> validate_webp(ByteView file, const Limits& limits);

struct WebpShown {
    std::uint32_t frame = 0;
    std::chrono::milliseconds delay{0};  // how long it stays
    const Picture& canvas;               // Rgba8, until the visitor returns
};

// Called for each frame in turn; an error from it ends the decoding and is returned.
using WebpVisitor = std::function<Result<void>(const WebpShown&)>;

// Of an animation. As for GIF, the pixels of all frames that have to be composed may not exceed
// kWebpWorkFactor times Limits::max_pixels.
constexpr std::uint64_t kWebpWorkFactor = 4;

Result<void> decode_webp_frames(ByteView file, const Limits& limits, const WebpVisitor& visitor);

// Cuts EXIF, XMP, ICC, chunks of unknown kind, also inside frames, and what follows the RIFF. With
// nothing to cut, the same bytes.
Result<std::size_t> strip_webp(ByteView file, std::span<std::byte> out);

}  // namespace fovea::media
