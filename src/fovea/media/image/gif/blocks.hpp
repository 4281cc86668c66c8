// Walks the blocks of a GIF file: logical screen, extensions, images, trailer.
//
//     auto blocks = TRY(GifBlocks::open(file));
//     for (;;) {
//         const auto block = TRY(blocks.next());
//         if (block.kind == GifBlock::Kind::Trailer) break;
//     }
//
// Everything a block refers to lies inside the file. A graphic control extension is attached to the
// image that follows it. A file that ends right behind a block counts as having a trailer there.
#pragma once

#include "fovea/base/byte_reader.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace fovea::media {

// What happens to a frame's area before the next frame is drawn.
enum class GifDisposal : std::uint8_t { Keep, Clear, Restore };

struct GifControl {
    GifDisposal disposal = GifDisposal::Keep;
    std::chrono::milliseconds delay{100};
    std::optional<std::uint8_t> transparent;  // the pixel value that draws nothing
};

struct GifImage {
    PixelRect place;   // on the canvas, maybe reaching outside
    ByteView palette;  // its own or the common one, three bytes an entry; empty when there is none
    bool interlaced = false;
    std::uint8_t code_size = 8;  // LZW: pixel values have that many bits
    ByteView data;               // LZW: pieces with their length in front, up to one of length 0
    GifControl control;
};

struct GifBlock {
    enum class Kind : std::uint8_t {
        Image,
        Control,  // a graphic control extension
        Loop,     // an application extension that says how often to repeat, and nothing else
        Other,    // comments, plain text, other applications, unknown extensions
        PlainText,
        Trailer,
    };

    Kind kind = Kind::Trailer;
    ByteView whole;
    GifImage image;  // for Kind::Image
};

class GifBlocks {
public:
    static Result<GifBlocks> open(ByteView file);

    PixelSize canvas() const { return canvas_; }
    ByteView head() const { return file_.first(head_bytes_); }  // up to the first block
    std::size_t position() const { return in_.position(); }

    Result<GifBlock> next();

private:
    explicit GifBlocks(ByteView file) : file_(file), in_(file) {}

    Result<void> read_head();
    Result<void> read_extension(GifBlock& block);
    Result<void> read_image(GifBlock& block);
    ByteView take_pieces();

    ByteView file_;
    ByteReader in_;
    PixelSize canvas_;
    ByteView palette_;
    std::size_t head_bytes_ = 0;
    GifControl control_;  // for the next image
};

// FileTooLarge when the canvas is over the limit. Before any allocation.
Result<void> check_gif_canvas(PixelSize canvas, const Limits& limits);

// FileTooLarge when an image is over the limit: it may be larger than its canvas.
Result<void> check_gif_image(const GifImage& image, const Limits& limits);

}  // namespace fovea::media
