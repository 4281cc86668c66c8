// GIF: reads still and animated files, strictly; there is no writer.
//
//     const auto info = TRY(probe_gif(file, limits));        // counts the frames, decodes none
//     const auto report = TRY(decode_gif(file, request, sink));
//
// Frames are composed on a transparent canvas of the logical screen's size, as browsers do: parts
// outside it are cut off, and the declared background colour is not used. decode_gif() delivers
// request.frame as Rgb8 when all of its pixels are opaque, else as Rgba8.
//
// Refused: data that ends too early, LZW codes that do not exist yet, frames with too few pixels,
// frames or screens without pixels, pixels with a colour that the palette lacks. Accepted, because
// encoders do it and every viewer shows it: a missing trailer byte at the very end of otherwise
// whole data, data behind the last pixel of a frame, and anything behind the trailer.
//
// Work is bounded: beyond what Limits say, the pixels of all frames that a call has to decode may
// not exceed kGifWorkFactor times Limits::max_pixels. A small file can hold thousands of full-size
// frames.
#pragma once

#include "fovea/media/image/codec.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace fovea::media {

constexpr std::uint64_t kGifWorkFactor = 4;

// has_alpha is true when the first frame has a transparent colour or leaves some of the canvas
// free, or when some frame's area is cleared behind it.
Result<ImageInfo> probe_gif(ByteView file, const Limits& limits);

Result<DecodeReport> decode_gif(ByteView file, const DecodeRequest& request, RowSink& sink);

// Reads the pixels of all frames, without composing them.
Result<DecodeReport> validate_gif(ByteView file, const Limits& limits);

// Copies the file with all its frames, without comments, plain text, applications' extensions (but
// for the two that say how often an animation repeats) and whatever follows the trailer. A missing
// trailer is added; otherwise a file with nothing to cut comes out byte for byte.
Result<std::size_t> strip_gif(ByteView file, std::span<std::byte> out);

struct GifShown {
    std::uint32_t frame = 0;
    std::chrono::milliseconds delay{0};  // how long it stays
    const Picture& canvas;               // Rgba8, until the visitor returns
};

// Called for each frame in turn; an error from it ends the decoding and is returned.
using GifVisitor = std::function<Result<void>(const GifShown&)>;

Result<DecodeReport> decode_gif_frames(
    ByteView file, const Limits& limits, const GifVisitor& visitor
);

}  // namespace fovea::media
