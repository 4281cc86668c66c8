#include "fovea/media/image/gif/blocks.hpp"
#include "fovea/media/image/gif/gif.hpp"

#include <string>

namespace fovea::media {

namespace {

bool covers(const PixelRect& place, PixelSize canvas) {
    return place.x == 0 && place.y == 0 && place.width >= canvas.width &&
           place.height >= canvas.height;
}

bool reaches_outside(const PixelRect& place, PixelSize canvas) {
    return std::uint64_t{place.x} + place.width > canvas.width ||
           std::uint64_t{place.y} + place.height > canvas.height;
}

Result<void> take_image(
    const GifImage& image, PixelSize canvas, const Limits& limits, ImageInfo& info
) {
    TRY(check_gif_image(image, limits));
    if (reaches_outside(image.place, canvas)) info.beyond_canvas = true;
    if (info.frames == 0) {
        info.progressive = image.interlaced;
        info.has_alpha = image.control.transparent.has_value() || !covers(image.place, canvas);
    }
    if (image.control.disposal == GifDisposal::Clear) info.has_alpha = true;
    if (++info.frames > limits.max_frames) {
        return Error{
            ErrorCode::FileTooLarge,
            "GIF has more than the " + std::to_string(limits.max_frames) + " frames allowed"};
    }
    return {};
}

}  // namespace

Result<ImageInfo> probe_gif(ByteView file, const Limits& limits) {
    auto blocks = TRY(GifBlocks::open(file));
    TRY(check_gif_canvas(blocks.canvas(), limits));

    ImageInfo info;
    info.type = ImageType::Gif;
    info.size = blocks.canvas();
    info.colour = ColourModel::Palette;
    info.frames = 0;
    for (;;) {
        const auto block = blocks.next();
        if (!block.ok()) {
            // What comes first decides what the file is; where it breaks off later, the decoder
            // says so.
            if (info.frames == 0) return block.error();
            break;
        }
        const auto kind = block.value().kind;
        if (kind == GifBlock::Kind::Trailer) break;
        if (kind == GifBlock::Kind::Image) {
            TRY(take_image(block.value().image, blocks.canvas(), limits, info));
        } else if (kind == GifBlock::Kind::Other || kind == GifBlock::Kind::PlainText) {
            info.has_metadata = true;
        }
    }
    if (info.frames == 0) return Error{ErrorCode::DecodeFailed, "GIF has no frame"};
    if (blocks.position() < file.size()) info.has_metadata = true;
    return info;
}

}  // namespace fovea::media
