// What stands before a JPEG's first scan, read once for the probe and again, as a gate, before
// libjpeg sees the file. Nothing is allocated by what the file declares.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/jpeg/markers.hpp"
#include "fovea/media/image/limits.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fovea::media {

struct JpegComponent {
    std::uint8_t id = 0;
    std::uint8_t h = 1;  // sampling factors, 1 to 4
    std::uint8_t v = 1;
};

struct JpegHeader {
    PixelSize size;
    bool progressive = false;
    std::array<JpegComponent, 4> components;
    unsigned component_count = 0;
    ColourModel colour = ColourModel::Ycc;
    bool has_metadata = false;
    ByteView exif;                     // of the first APP1 that has one
    std::vector<ByteView> icc_pieces;  // APP2 payloads behind "ICC_PROFILE\0", in file order

    std::uint8_t max_h() const;
    std::uint8_t max_v() const;

    // How many luma samples share a chroma sample; where that is no whole number or the components
    // differ among each other, the size of the largest. For Gray it is {1, 1}.
    Subsampling chroma() const;
};

// Refuses what is not supported (arithmetic coding, lossless, hierarchical, 12 bits) and what is
// over the limits (FileTooLarge).
Result<JpegHeader> read_jpeg_header(ByteView file, const Limits& limits);

// Where the picture ends: behind its end marker. Refuses a file without one, and one of more than
// `limits.max_scans` scans. Reads at the speed of memchr, so that such files cost no decoding.
Result<std::size_t> find_jpeg_end(ByteView file, const Limits& limits);

// How many bytes of a segment's payload survive stripping; nothing when the whole segment is cut.
// Of a JFIF segment the thumbnail is cut, of Adobe's what follows the colour transform.
std::optional<std::size_t> kept_payload(const JpegSegment& segment);

}  // namespace fovea::media
