#include "fovea/media/image/gif/layout.hpp"

#include "fovea/media/image/gif/gif.hpp"

#include <string>

namespace fovea::media {

Result<void> GifLayout::check_work(std::size_t count, const Limits& limits) const {
    std::uint64_t pixels = 0;
    for (std::size_t i = 0; i < count; ++i) pixels += frames[i].place.size().pixels();
    if (pixels / kGifWorkFactor <= limits.max_pixels) return {};
    return Error{
        ErrorCode::FileTooLarge,
        "GIF frames have " + std::to_string(pixels) + " pixels together, more than " +
            std::to_string(kGifWorkFactor) + " times the " + std::to_string(limits.max_pixels) +
            " allowed for one"};
}

Result<GifLayout> read_gif_layout(ByteView file, const Limits& limits) {
    auto blocks = TRY(GifBlocks::open(file));
    TRY(check_gif_canvas(blocks.canvas(), limits));

    GifLayout layout;
    layout.canvas = blocks.canvas();
    for (;;) {
        const auto block = TRY(blocks.next());
        if (block.kind == GifBlock::Kind::Trailer) break;
        if (block.kind != GifBlock::Kind::Image) continue;
        TRY(check_gif_image(block.image, limits));
        if (layout.frames.size() == limits.max_frames) {
            return Error{
                ErrorCode::FileTooLarge,
                "GIF has more than the " + std::to_string(limits.max_frames) + " frames allowed"};
        }
        layout.frames.push_back(block.image);
    }
    if (layout.frames.empty()) return Error{ErrorCode::DecodeFailed, "GIF has no frame"};
    layout.end = blocks.position();
    return layout;
}

}  // namespace fovea::media
