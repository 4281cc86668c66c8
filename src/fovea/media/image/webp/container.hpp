// The chunks of a WebP file, checked as a whole before libwebp sees any of them.
//
//     RIFF size "WEBP"  VP8X  ICCP  ANIM  ( ANMF( ALPH  VP8 | VP8L ) … | ALPH  VP8 | VP8L )  EXIF
//     XMP
//
// A simple file holds just VP8 or VP8L.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fovea::media {

struct WebpChunk {
    std::string_view tag;  // four characters; views the file
    ByteView payload;
    ByteView whole;  // with header and padding
};

// Takes chunks off the front of `body`.
class WebpChunks {
public:
    explicit WebpChunks(ByteView body) : rest_(body) {}

    bool done() const { return rest_.empty(); }
    Result<WebpChunk> next();

private:
    ByteView rest_;
};

// One still, or one frame of an animation.
struct WebpFrame {
    PixelRect place;  // on the canvas
    bool lossless = false;
    bool has_alpha = false;
    bool clears_after = false;  // its place becomes transparent before the next frame
    ByteView data;              // ALPH, if any, to the end of VP8 or VP8L: what libwebp decodes
};

struct WebpFile {
    PixelSize canvas;
    bool animated = false;
    bool has_alpha = false;     // may have transparent pixels once composed
    bool has_metadata = false;  // something that stripping would cut
    std::vector<WebpFrame> frames;
    ByteView icc;
    ByteView exif;
    std::size_t end = 0;  // of the RIFF
};

// The size of a RIFF's "WEBP" body, and its chunks; the file's start and length are checked.
Result<ByteView> webp_body(ByteView file);

// Walks all chunks. Canvas and number of frames are held against the limits (FileTooLarge).
Result<WebpFile> read_webp(ByteView file, const Limits& limits);

inline bool is_bitstream(std::string_view tag) {
    return tag == "VP8 " || tag == "VP8L";
}
inline bool is_animation(std::string_view tag) {
    return tag == "ANIM" || tag == "ANMF";
}

inline constexpr std::size_t kWebpHeaderBytes = 12;       // "RIFF", size, "WEBP"
inline constexpr std::size_t kWebpFrameHeaderBytes = 16;  // of ANMF's payload

}  // namespace fovea::media
