// Walks the chunks of a PNG file: length, four letters, data, CRC.
//
//     auto chunks = TRY(PngChunks::open(file));
//     for (;;) {
//         const auto chunk = TRY(chunks.next());
//         if (chunk.type == kPngIend) break;
//     }
//
// A chunk's data lies inside the file and its type is four letters; nothing more is promised. CRCs
// are checked by whoever uses the chunk, so chunks nobody needs cost nothing.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace fovea::media {

constexpr std::uint32_t png_type(const char (&letters)[5]) {
    std::uint32_t type = 0;
    for (int i = 0; i < 4; ++i) type = type << 8 | static_cast<std::uint8_t>(letters[i]);
    return type;
}

constexpr std::uint32_t kPngIhdr = png_type("IHDR");
constexpr std::uint32_t kPngPlte = png_type("PLTE");
constexpr std::uint32_t kPngIdat = png_type("IDAT");
constexpr std::uint32_t kPngIend = png_type("IEND");
constexpr std::uint32_t kPngTrns = png_type("tRNS");
constexpr std::uint32_t kPngGama = png_type("gAMA");
constexpr std::uint32_t kPngSrgb = png_type("sRGB");
constexpr std::uint32_t kPngCicp = png_type("cICP");
constexpr std::uint32_t kPngIccp = png_type("iCCP");
constexpr std::uint32_t kPngExif = png_type("eXIf");

constexpr std::size_t kPngSignatureBytes = 8;
constexpr std::size_t kPngChunkOverhead = 12;  // length, type, CRC

ByteView png_signature();

struct PngChunk {
    std::uint32_t type = 0;  // four letters, the first in the high byte
    ByteView data;
    ByteView whole;  // with length, type and CRC

    // Decoders may skip a chunk they do not know unless it is critical (its first letter is a
    // capital).
    bool critical() const { return (type & 0x20000000u) == 0; }
    bool crc_matches() const;
    std::string name() const;
};

class PngChunks {
public:
    static Result<PngChunks> open(ByteView file);

    Result<PngChunk> next();

    // The next chunk's type, even when the file ends within its data; 0 when there is none.
    std::uint32_t peek_type() const;

    std::size_t position() const { return position_; }

private:
    explicit PngChunks(ByteView file) : file_(file), position_(kPngSignatureBytes) {}

    ByteView file_;
    std::size_t position_;
};

// Decides which chunks a stripped file keeps: what is needed to show the picture, once, in its
// legal size and place, so that no kept chunk can carry anything else along. Ask for every chunk in
// order.
class PngKeep {
public:
    bool keeps(const PngChunk& chunk);

private:
    std::uint32_t seen_ = 0;  // a bit for each ancillary chunk of the table
    bool picture_seen_ = false;
};

}  // namespace fovea::media
