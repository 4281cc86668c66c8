// Reads a whole baseline JPEG, from the first marker to the end marker, and checks every Huffman
// code of its scans without making pixels of them. Two to three times as fast as libjpeg at 1/8
// scale, and stricter: libjpeg does not tell of codes that do not exist, of coefficients behind the
// 64th, nor of values that 8-bit samples cannot make.
//
// What it accepts, libjpeg decodes without a warning, apart from the two that jpeg.hpp lets pass.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/codec.hpp"
#include "fovea/media/image/jpeg/header.hpp"
#include "fovea/media/image/limits.hpp"

namespace fovea::media {

// `header` is what read_jpeg_header() says of the file, and not progressive. The thumbnail is only
// to be had where has_luma_thumbnail() says so; its rows come when all of the file is checked.
Result<DecodeReport> check_jpeg_entropy(
    ByteView file, const JpegHeader& header, const Limits& limits, RowSink* thumbnail = nullptr
);

// Whether the first component is luma at full resolution: then a pixel of the thumbnail is the mean
// of a block, and that stands in the file.
bool has_luma_thumbnail(const JpegHeader& header);

}  // namespace fovea::media
