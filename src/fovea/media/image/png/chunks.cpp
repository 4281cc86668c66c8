#include "fovea/media/image/png/chunks.hpp"

#include "fovea/base/byte_reader.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <array>

namespace fovea::media {

namespace {

constexpr std::uint32_t kMaxLength = 0x7fffffff;  // the PNG specification's own limit

struct KeptAncillary {
    std::uint32_t type;
    std::uint16_t min_bytes;
    std::uint16_t max_bytes;
};

constexpr KeptAncillary kKept[] = {
    {png_type("tRNS"), 1, 256},
    {png_type("gAMA"), 4, 4},
    {png_type("cHRM"), 32, 32},
    {png_type("sRGB"), 1, 1},
    {png_type("sBIT"), 1, 4},
    {png_type("bKGD"), 1, 6},
    {png_type("pHYs"), 9, 9},
    {png_type("hIST"), 2, 512},
    {png_type("cICP"), 4, 4},
};

bool is_letter(std::uint8_t value) {
    return (value >= 'A' && value <= 'Z') || (value >= 'a' && value <= 'z');
}

bool is_four_letters(std::uint32_t type) {
    for (int shift = 0; shift < 32; shift += 8) {
        if (!is_letter(static_cast<std::uint8_t>(type >> shift))) return false;
    }
    return true;
}

std::string letters_of(std::uint32_t type) {
    std::string name;
    for (int shift = 24; shift >= 0; shift -= 8) name += static_cast<char>(type >> shift & 0xff);
    return name;
}

}  // namespace

ByteView png_signature() {
    static constexpr std::array<std::uint8_t, kPngSignatureBytes> kSignature = {
        0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    return std::as_bytes(std::span(kSignature));
}

bool PngChunk::crc_matches() const {
    const auto covered = whole.subspan(4, whole.size() - 8);
    ByteReader stored(whole.last(4));
    return libdeflate_crc32(0, covered.data(), covered.size()) == stored.be32();
}

std::string PngChunk::name() const {
    return letters_of(type);
}

Result<PngChunks> PngChunks::open(ByteView file) {
    const auto signature = png_signature();
    if (file.size() < signature.size() ||
        !std::equal(signature.begin(), signature.end(), file.begin())) {
        return Error{ErrorCode::DecodeFailed, "the file does not begin with the PNG signature"};
    }
    return PngChunks(file);
}

std::uint32_t PngChunks::peek_type() const {
    ByteReader in(file_.subspan(position_));
    in.skip(4);
    const auto type = in.be32();
    return in.ok() ? type : 0;
}

Result<PngChunk> PngChunks::next() {
    ByteReader in(file_.subspan(position_));
    if (in.remaining() == 0) {
        return Error{
            ErrorCode::DecodeFailed, "the file is incomplete: PNG ends without its IEND chunk"};
    }

    const auto length = in.be32();
    PngChunk chunk;
    chunk.type = in.be32();
    if (!in.ok())
        return Error{
            ErrorCode::DecodeFailed, "the file is incomplete: PNG ends inside the head of a chunk"};
    if (!is_four_letters(chunk.type)) {
        return Error{
            ErrorCode::DecodeFailed,
            "PNG has something that is not a chunk at byte " + std::to_string(position_)};
    }

    chunk.data = in.take(length);
    in.skip(4);
    if (length > kMaxLength || !in.ok()) {
        return Error{
            ErrorCode::DecodeFailed,
            "the file is incomplete: PNG ends inside its " + chunk.name() +
                " chunk, which declares " + std::to_string(length) + " bytes"};
    }
    chunk.whole = file_.subspan(position_, in.position());
    position_ += in.position();
    return chunk;
}

bool PngKeep::keeps(const PngChunk& chunk) {
    if (chunk.type == kPngIdat) picture_seen_ = true;
    if (chunk.critical()) return true;

    // Everything in the table has to stand before the picture data.
    if (picture_seen_) return false;
    for (std::size_t i = 0; i < std::size(kKept); ++i) {
        if (kKept[i].type != chunk.type) continue;
        const auto bit = 1u << i;
        const bool first = (seen_ & bit) == 0;
        seen_ |= bit;
        return first && chunk.data.size() >= kKept[i].min_bytes &&
               chunk.data.size() <= kKept[i].max_bytes;
    }
    return false;
}

}  // namespace fovea::media
