// Composes GIF frames as a viewer shows them.
//
//     GifCanvas canvas(size);
//     canvas.show(image, pixels);        // frame after frame
//     use(canvas.picture());
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/gif/blocks.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fovea::media {

// The order in which an image's rows stand in the file: row i of the file is row order[i] of the
// image.
std::vector<std::uint32_t> gif_row_order(const GifImage& image);

// The part of an image that is on the canvas, in canvas coordinates; empty when there is none.
PixelRect gif_visible(const GifImage& image, PixelSize canvas);

class GifCanvas {
public:
    // Transparent black.
    explicit GifCanvas(PixelSize size);

    // Draws the next frame, after clearing or restoring the area of the one before as that one
    // wanted. `pixels` is what GifLzw made of the image.
    void show(const GifImage& image, const std::uint8_t* pixels);

    // Rgba8.
    const Picture& picture() const { return picture_; }
    bool is_opaque() const;

private:
    void dispose();
    void save(const PixelRect& area);
    void draw(const GifImage& image, const std::uint8_t* pixels);

    Picture picture_;
    PixelRect area_;  // of the frame shown last
    GifDisposal disposal_ = GifDisposal::Keep;
    Buffer saved_;  // what that area was before
};

}  // namespace fovea::media
