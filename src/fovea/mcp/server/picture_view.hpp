// A picture as a client's model gets it: within what hosts take, cut from the original.
//
//     const View view = TRY(view_picture(image, {.max_edge = 800}, eyes, stop));
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/mcp/server/eyes.hpp"

#include <cstdint>
#include <stop_token>
#include <string>

namespace fovea::mcp {

// In base64 this stays under the 1 MiB of a result.
inline constexpr std::uint64_t kMaxViewBytes = 700u << 10;
inline constexpr std::uint32_t kMaxViewEdge = 1568;

struct View {
    Bytes bytes;
    std::string mime;
    media::PixelSize size;  // of these bytes
    bool downscaled = false;
};

// The part that `image.crop` names, or all of it. With `max_edge` of 0 the original itself where its
// bytes are few enough.
Result<View> view_picture(
    const content::ImageBlock& image,
    std::uint32_t max_edge,
    const Eyes& eyes,
    const std::stop_token& stop
);

// "sha256:…: 800x600 pixels; scaled to 400x300: multiply places by 2": what it takes to turn places in
// this view into places in the whole picture.
std::string view_words(const content::ImageBlock& image, const View& view);

}  // namespace fovea::mcp
