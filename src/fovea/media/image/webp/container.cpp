#include "fovea/media/image/webp/container.hpp"

#include "fovea/base/byte_reader.hpp"

#include <algorithm>
#include <string>

namespace fovea::media {
namespace {

constexpr std::size_t kChunkHeader = 8;
constexpr std::uint8_t kAnimationFlag = 0x02;

Error corrupt(const std::string& what) {
    return {ErrorCode::DecodeFailed, "WebP " + what};
}

// What the first bytes of VP8 or VP8L say.
struct Bitstream {
    PixelSize size;
    bool lossless = false;
    bool has_alpha = false;
};

Result<Bitstream> read_lossy(ByteView payload) {
    ByteReader in(payload);
    const auto tag = in.le24();
    const auto start = in.le24();
    const unsigned width =
        in.le16() & 0x3FFF;  // the upper two bits ask for scaling; nobody does it
    const unsigned height = in.le16() & 0x3FFF;
    constexpr std::uint32_t kStartCode = 0x2A019D;
    const bool key_frame = (tag & 1) == 0;
    if (!in.ok() || !key_frame || start != kStartCode) return corrupt("has a broken VP8 header");
    return Bitstream{.size = {width, height}, .lossless = false, .has_alpha = false};
}

Result<Bitstream> read_lossless(ByteView payload) {
    ByteReader in(payload);
    const unsigned signature = in.u8();
    const auto bits = in.le32();
    constexpr unsigned kSignature = 0x2F;
    if (!in.ok() || signature != kSignature || (bits >> 29) != 0) {
        return corrupt("has a broken VP8L header");
    }
    return Bitstream{
        .size = {(bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1},
        .lossless = true,
        .has_alpha = ((bits >> 28) & 1) != 0,
    };
}

// Finds the alpha and the picture among a frame's chunks (or a still's, which stand in the file
// itself).
class FrameParts {
public:
    // True when the chunk was one of them.
    Result<bool> take(const WebpChunk& chunk) {
        if (complete_) return false;
        if (chunk.tag == "ALPH") {
            if (begin_ == nullptr) begin_ = chunk.whole.data();
            alpha_ = true;
            return true;
        }
        if (!is_bitstream(chunk.tag)) return false;
        const bool lossless = chunk.tag == "VP8L";
        bitstream_ = TRY(lossless ? read_lossless(chunk.payload) : read_lossy(chunk.payload));
        if (lossless && alpha_) return corrupt("has an alpha chunk for a lossless picture");
        bitstream_.has_alpha = bitstream_.has_alpha || alpha_;
        if (begin_ == nullptr) begin_ = chunk.whole.data();
        const auto* end = chunk.whole.data() + chunk.whole.size();
        data_ = {begin_, static_cast<std::size_t>(end - begin_)};
        complete_ = true;
        return true;
    }

    bool complete() const { return complete_; }

    Result<WebpFrame> frame(const PixelRect& place) const {
        if (!complete_) return corrupt("has a frame without a picture");
        if (bitstream_.size != place.size()) {
            return corrupt("has a picture of another size than declared");
        }
        return WebpFrame{
            .place = place,
            .lossless = bitstream_.lossless,
            .has_alpha = bitstream_.has_alpha,
            .clears_after = false,
            .data = data_,
        };
    }

    PixelSize size() const { return bitstream_.size; }

private:
    const std::byte* begin_ = nullptr;
    ByteView data_;
    Bitstream bitstream_;
    bool alpha_ = false;
    bool complete_ = false;
};

Result<void> check_canvas(PixelSize canvas, const Limits& limits) {
    if (canvas.pixels() == 0) return corrupt("declares a picture without pixels");
    if (canvas.pixels() <= limits.max_pixels) return {};
    return Error{
        ErrorCode::FileTooLarge,
        "WebP declares " + std::to_string(canvas.pixels()) + " pixels, the limit is " +
            std::to_string(limits.max_pixels)};
}

Result<void> read_frame(const WebpChunk& chunk, const Limits& limits, WebpFile& file) {
    if (file.frames.size() >= limits.max_frames) {
        return Error{
            ErrorCode::FileTooLarge,
            "WebP has more than " + std::to_string(limits.max_frames) + " frames"};
    }
    ByteReader in(chunk.payload);
    PixelRect place;
    place.x = in.le24() * 2;
    place.y = in.le24() * 2;
    place.width = in.le24() + 1;
    place.height = in.le24() + 1;
    in.skip(3);  // duration
    const unsigned flags = in.u8();
    if (!in.ok()) return corrupt("has a frame that is too short");
    if (place.x + place.width > file.canvas.width || place.y + place.height > file.canvas.height) {
        return corrupt("has a frame that reaches outside the canvas");
    }
    FrameParts parts;
    for (WebpChunks chunks(chunk.payload.subspan(kWebpFrameHeaderBytes)); !chunks.done();) {
        const auto part = TRY(chunks.next());
        const bool taken = TRY(parts.take(part));
        if (!taken) file.has_metadata = true;
    }
    auto frame = TRY(parts.frame(place));
    frame.clears_after = (flags & 1) != 0;
    file.frames.push_back(frame);
    return {};
}

Result<void> read_extended(WebpChunks chunks, const Limits& limits, WebpFile& file) {
    FrameParts still;
    while (!chunks.done()) {
        const auto chunk = TRY(chunks.next());
        if (chunk.tag == "ICCP" && file.icc.empty()) file.icc = chunk.payload;
        if (chunk.tag == "EXIF" && file.exif.empty()) file.exif = chunk.payload;
        bool taken = false;
        if (file.animated) {
            taken = is_animation(chunk.tag);
            if (chunk.tag == "ANMF") TRY(read_frame(chunk, limits, file));
        } else {
            taken = TRY(still.take(chunk));
        }
        if (!taken) file.has_metadata = true;
    }
    if (!file.animated) {
        file.frames.push_back(TRY(still.frame({0, 0, file.canvas.width, file.canvas.height})));
    }
    if (file.frames.empty()) return corrupt("has no frames");
    return {};
}

// A canvas starts out transparent, and stays so where no frame draws.
bool may_be_transparent(const WebpFile& file) {
    if (file.frames.front().place.size() != file.canvas) return true;
    return std::ranges::any_of(file.frames, [](const WebpFrame& frame) {
        return frame.has_alpha || frame.clears_after;
    });
}

Result<void> read_chunks(ByteView body, const Limits& limits, WebpFile& file) {
    WebpChunks chunks(body);
    const auto first = TRY(chunks.next());
    if (first.tag == "VP8X") {
        ByteReader in(first.payload);
        file.animated = (in.u8() & kAnimationFlag) != 0;
        in.skip(3);
        file.canvas.width = in.le24() + 1;
        file.canvas.height = in.le24() + 1;
        if (!in.ok() || in.remaining() != 0) return corrupt("has a VP8X chunk of a wrong size");
        TRY(check_canvas(file.canvas, limits));
        return read_extended(chunks, limits, file);
    }
    FrameParts still;
    TRY(still.take(first));
    if (!still.complete()) return corrupt("does not begin with a picture");
    file.canvas = still.size();
    TRY(check_canvas(file.canvas, limits));
    file.frames.push_back(TRY(still.frame({0, 0, file.canvas.width, file.canvas.height})));
    while (!chunks.done()) {
        TRY(chunks.next());
        file.has_metadata = true;
    }
    return {};
}

}  // namespace

Result<WebpChunk> WebpChunks::next() {
    ByteReader in(rest_);
    const auto tag = as_text(in.take(4));
    const auto size = in.le32();
    const auto payload = in.take(size);
    if (!in.ok()) return corrupt("has a chunk that reaches beyond its end");
    if (size % 2 == 1 && in.remaining() > 0) in.skip(1);
    const auto whole = rest_.first(in.position());
    rest_ = rest_.subspan(in.position());
    return WebpChunk{.tag = tag, .payload = payload, .whole = whole};
}

Result<ByteView> webp_body(ByteView file) {
    ByteReader in(file);
    const auto riff = as_text(in.take(4));
    const std::size_t size = in.le32();
    const auto webp = as_text(in.take(4));
    if (!in.ok() || riff != "RIFF" || webp != "WEBP")
        return corrupt("does not begin with a header");
    if (size < 4 + kChunkHeader) return corrupt("is empty");
    if (size > file.size() - kChunkHeader) {
        return corrupt(
            "declares " + std::to_string(size) + " bytes, of which only " +
            std::to_string(file.size() - kChunkHeader) + " are there"
        );
    }
    return file.subspan(kWebpHeaderBytes, size - 4);
}

Result<WebpFile> read_webp(ByteView file, const Limits& limits) {
    const auto body = TRY(webp_body(file));
    WebpFile webp;
    webp.end = kWebpHeaderBytes + body.size();
    TRY(read_chunks(body, limits, webp));
    webp.has_alpha = may_be_transparent(webp);
    if (webp.end < file.size()) webp.has_metadata = true;
    return webp;
}

}  // namespace fovea::media
