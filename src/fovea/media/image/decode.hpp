// The one table of picture formats: probe, decode, validate and strip by type.
//
//     const ImageInfo info = TRY(probe(file, limits));              // microseconds, no pixels
//     TRY(decode(info.type, file, request, sink));                  // only inside a worker
//
// Adding a format is a set of functions (see codec.hpp) and a line in decode.cpp.
#pragma once

#include "fovea/media/image/codec.hpp"

namespace fovea::media {

// Type by magic bytes, the rest from the header. Bytes outside the allowlist are
// UnsupportedFileType.
Result<ImageInfo> probe(ByteView file, const Limits& limits);

Result<DecodeReport> decode(
    ImageType type, ByteView file, const DecodeRequest& request, RowSink& sink
);

// Reads the whole file as a decoder would, without making pixels.
Result<DecodeReport> validate(ImageType type, ByteView file, const Limits& limits);

// Copies the file without its metadata, pixels untouched.
Result<std::size_t> strip(ImageType type, ByteView file, std::span<std::byte> out);

}  // namespace fovea::media
