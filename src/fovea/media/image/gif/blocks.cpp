#include "fovea/media/image/gif/blocks.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace fovea::media {

namespace {

using std::chrono::milliseconds;

constexpr std::uint8_t kExtension = 0x21;
constexpr std::uint8_t kImage = 0x2c;
constexpr std::uint8_t kTrailer = 0x3b;
constexpr std::uint8_t kPlainText = 0x01;
constexpr std::uint8_t kGraphicControl = 0xf9;
constexpr std::uint8_t kApplication = 0xff;

Error refuse(const std::string& sentence) {
    return Error{ErrorCode::DecodeFailed, sentence};
}

Error ends_early() {
    return refuse("the file is incomplete: GIF ends inside a block");
}

std::string size_text(PixelSize size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height);
}

Result<void> check_pixels(PixelSize size, const char* what, const Limits& limits) {
    if (size.pixels() <= limits.max_pixels) return {};
    return Error{
        ErrorCode::FileTooLarge,
        "GIF declares " + std::string(what) + " of " + size_text(size) + " = " +
            std::to_string(size.pixels()) + " pixels, more than the " +
            std::to_string(limits.max_pixels) + " allowed"};
}

std::size_t palette_bytes(std::uint8_t flags) {
    return (flags & 0x80) != 0 ? std::size_t{3} << ((flags & 7) + 1) : 0;
}

// GIFs say 0 or 10 ms to mean "as fast as you can"; browsers play those at 100 ms, and people draw
// for browsers.
milliseconds shown_delay(std::uint16_t hundredths) {
    const milliseconds written(std::int64_t{hundredths} * 10);
    return written <= milliseconds(10) ? milliseconds(100) : written;
}

GifDisposal disposal_of(std::uint8_t flags) {
    switch (flags >> 2 & 7) {
        case 2: return GifDisposal::Clear;
        case 3:
        case 4: return GifDisposal::Restore;  // 4: an old misreading of the specification
        default: return GifDisposal::Keep;
    }
}

// `pieces` of an application extension: a name of 11 letters, then the application's own. The loop
// count is one piece of three bytes beginning with 1; anything more could carry anything.
bool is_loop(ByteView pieces) {
    const auto text = as_text(pieces);
    const auto name = text.substr(0, 12);
    return text.size() == 17 &&
           (name == "\x0bNETSCAPE2.0" || name ==
                                             "\x0b"
                                             "ANIMEXTS1.0") &&
           text.substr(12, 2) == "\x03\x01";
}

}  // namespace

Result<GifBlocks> GifBlocks::open(ByteView file) {
    GifBlocks blocks(file);
    TRY(blocks.read_head());
    return blocks;
}

Result<void> GifBlocks::read_head() {
    const auto signature = as_text(in_.take(6));
    if (signature != "GIF87a" && signature != "GIF89a") {
        return refuse("the file does not begin with a GIF signature");
    }
    canvas_.width = in_.le16();
    canvas_.height = in_.le16();
    const auto flags = in_.u8();
    in_.skip(2);  // background colour and aspect ratio, which no viewer uses
    palette_ = in_.take(palette_bytes(flags));
    if (!in_.ok()) return ends_early();
    if (canvas_.pixels() == 0) {
        return refuse("GIF declares a canvas of " + size_text(canvas_) + " pixels");
    }
    head_bytes_ = in_.position();
    return {};
}

// Up to and including the piece of length 0.
ByteView GifBlocks::take_pieces() {
    const auto start = in_.position();
    for (;;) {
        const auto length = in_.u8();
        if (length == 0) break;
        in_.skip(length);
    }
    return file_.subspan(start, in_.position() - start);
}

Result<void> GifBlocks::read_extension(GifBlock& block) {
    const auto label = in_.u8();
    const auto pieces = take_pieces();
    if (!in_.ok()) return ends_early();

    block.kind = GifBlock::Kind::Other;
    if (label == kGraphicControl) {
        ByteReader in(pieces);
        const auto length = in.u8();
        const auto flags = in.u8();
        const auto delay = in.le16();
        const auto transparent = in.u8();
        if (length != 4 || pieces.size() != 6) return refuse("GIF has a malformed graphic control");
        block.kind = GifBlock::Kind::Control;
        control_.disposal = disposal_of(flags);
        control_.delay = shown_delay(delay);
        control_.transparent.reset();
        if ((flags & 1) != 0) control_.transparent = transparent;
    } else if (label == kPlainText) {
        // Such text is drawn by no viewer, but it uses up the control in front of it.
        block.kind = GifBlock::Kind::PlainText;
        control_ = {};
    } else if (label == kApplication && is_loop(pieces)) {
        block.kind = GifBlock::Kind::Loop;
    }
    return {};
}

Result<void> GifBlocks::read_image(GifBlock& block) {
    auto& image = block.image;
    image.place.x = in_.le16();
    image.place.y = in_.le16();
    image.place.width = in_.le16();
    image.place.height = in_.le16();
    const auto flags = in_.u8();
    image.palette = in_.take(palette_bytes(flags));
    if (image.palette.empty()) image.palette = palette_;
    image.interlaced = (flags & 0x40) != 0;
    image.code_size = in_.u8();
    image.data = take_pieces();
    if (!in_.ok()) return ends_early();

    if (image.place.size().pixels() == 0) {
        return refuse("GIF has a frame of " + size_text(image.place.size()) + " pixels");
    }
    if (image.palette.empty()) return refuse("GIF has a frame without a palette");
    if (image.code_size < 1 || image.code_size > 8) {
        return refuse("GIF has a frame with " + std::to_string(image.code_size) + " bits a pixel");
    }
    block.kind = GifBlock::Kind::Image;
    image.control = control_;
    control_ = {};
    return {};
}

Result<GifBlock> GifBlocks::next() {
    const auto start = in_.position();
    GifBlock block;
    if (in_.remaining() == 0) return block;

    const auto introducer = in_.u8();
    if (introducer == kExtension) {
        TRY(read_extension(block));
    } else if (introducer == kImage) {
        TRY(read_image(block));
    } else if (introducer != kTrailer) {
        return refuse("GIF has something that is not a block at byte " + std::to_string(start));
    }
    block.whole = file_.subspan(start, in_.position() - start);
    return block;
}

Result<void> check_gif_canvas(PixelSize canvas, const Limits& limits) {
    return check_pixels(canvas, "a canvas", limits);
}

Result<void> check_gif_image(const GifImage& image, const Limits& limits) {
    return check_pixels(image.place.size(), "a frame", limits);
}

}  // namespace fovea::media
