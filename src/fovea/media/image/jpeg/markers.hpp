// Walks a JPEG file from marker to marker, without decoding.
//
//     JpegMarkers markers(file);
//     for (;;) {
//         const JpegSegment segment = TRY(markers.next());
//         if (segment.marker == jpeg_marker::kEoi) break;
//         …
//     }
//
// Sees the same segments as libjpeg does: bytes between segments and repeated FF fill bytes are
// passed over, a scan's data reaches to the next marker that is not a restart. A file that ends
// before its end marker is DecodeFailed. The walk is lazy: after SOS, only the next call looks at
// the scan's data.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>

namespace fovea::media {

namespace jpeg_marker {
inline constexpr std::uint8_t kTem = 0x01;
inline constexpr std::uint8_t kSof0 = 0xC0;  // baseline
inline constexpr std::uint8_t kSof1 = 0xC1;  // extended sequential
inline constexpr std::uint8_t kSof2 = 0xC2;  // progressive
inline constexpr std::uint8_t kDht = 0xC4;
inline constexpr std::uint8_t kRst0 = 0xD0;
inline constexpr std::uint8_t kRst7 = 0xD7;
inline constexpr std::uint8_t kSoi = 0xD8;
inline constexpr std::uint8_t kEoi = 0xD9;
inline constexpr std::uint8_t kSos = 0xDA;
inline constexpr std::uint8_t kDqt = 0xDB;
inline constexpr std::uint8_t kDri = 0xDD;
inline constexpr std::uint8_t kApp0 = 0xE0;   // JFIF
inline constexpr std::uint8_t kApp1 = 0xE1;   // EXIF, XMP
inline constexpr std::uint8_t kApp2 = 0xE2;   // ICC
inline constexpr std::uint8_t kApp14 = 0xEE;  // Adobe
}  // namespace jpeg_marker

struct JpegSegment {
    std::uint8_t marker = 0;
    ByteView
        before;  // what stands between the last segment and this one; after SOS, the scan's data
    std::size_t begin = 0;  // offset of the marker's FF
    std::size_t end = 0;    // offset behind the payload
    ByteView payload;       // without the length field; empty for markers that have none
};

class JpegMarkers {
public:
    explicit JpegMarkers(ByteView file) : file_(file) {}

    // The first segment is SOI. Not to be called again after EOI.
    Result<JpegSegment> next();

private:
    Result<JpegSegment> first();

    ByteView file_;
    std::size_t position_ = 0;
    bool in_scan_ = false;
};

}  // namespace fovea::media
