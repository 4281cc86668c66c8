#include "fovea/media/image/byte_writer.hpp"
#include "fovea/media/image/webp/container.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <limits>

namespace fovea::media {
namespace {

// ICC, EXIF and XMP in VP8X.
constexpr std::byte kMetadataFlags{0x20 | 0x08 | 0x04};

// The size field at `position` becomes the number of bytes written behind it.
void close_chunk(std::size_t position, ByteWriter& out) {
    const auto length = out.size() - position - 4;
    for (std::size_t i = 0; i < 4; ++i) {
        out.written()[position + i] = static_cast<std::byte>((length >> (8 * i)) & 0xFF);
    }
}

// With its padding, also where the file's last chunk goes without.
Result<void> put_chunk(const WebpChunk& chunk, ByteWriter& out) {
    TRY(out.put(chunk.whole));
    constexpr std::byte kPadding[1] = {};
    return out.put(ByteView(kPadding).first(chunk.whole.size() % 2));
}

// Copies a picture's chunks: alpha and bitstream, up to the first of the latter.
class PictureChunks {
public:
    Result<void> put(const WebpChunk& chunk, ByteWriter& out) {
        const bool wanted = chunk.tag == "ALPH" || is_bitstream(chunk.tag);
        if (complete_ || !wanted) return {};
        complete_ = is_bitstream(chunk.tag);
        return put_chunk(chunk, out);
    }

private:
    bool complete_ = false;
};

Result<void> put_frame(const WebpChunk& frame, ByteWriter& out) {
    const auto size_field = out.size() + 4;
    TRY(out.put(frame.whole.first(8 + kWebpFrameHeaderBytes)));
    PictureChunks picture;
    for (WebpChunks chunks(frame.payload.subspan(kWebpFrameHeaderBytes)); !chunks.done();) {
        const auto chunk = TRY(chunks.next());
        TRY(picture.put(chunk, out));
    }
    close_chunk(size_field, out);
    return {};
}

Result<void> put_extended_header(const WebpChunk& chunk, ByteWriter& out) {
    const auto flags = out.size() + 8;
    TRY(put_chunk(chunk, out));
    out.written()[flags] &= ~kMetadataFlags;
    return {};
}

// Stripping allocates nothing by size, and decoding, which does, has its own limits.
constexpr Limits kNoLimits{
    .max_pixels = std::numeric_limits<std::uint64_t>::max(),
    .max_frames = std::numeric_limits<std::uint32_t>::max(),
};

}  // namespace

Result<std::size_t> strip_webp(ByteView file, std::span<std::byte> out) {
    const auto webp = TRY(read_webp(file, kNoLimits));
    ByteWriter writer(out);
    if (!webp.has_metadata) {
        TRY(writer.put(file));
        return writer.size();
    }
    TRY(writer.put(file.first(kWebpHeaderBytes)));
    const auto body = TRY(webp_body(file));
    WebpChunks chunks(body);
    PictureChunks still;
    for (bool first = true; !chunks.done(); first = false) {
        const auto chunk = TRY(chunks.next());
        if (first && chunk.tag == "VP8X") {
            TRY(put_extended_header(chunk, writer));
        } else if (!webp.animated) {
            TRY(still.put(chunk, writer));
        } else if (chunk.tag == "ANMF") {
            TRY(put_frame(chunk, writer));
        } else if (chunk.tag == "ANIM") {
            TRY(put_chunk(chunk, writer));
        }
    }
    close_chunk(4, writer);
    return writer.size();
}

}  // namespace fovea::media
