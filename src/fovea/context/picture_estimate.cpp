#include "fovea/context/picture_estimate.hpp"

#include "fovea/content/blocks.hpp"
#include "fovea/context/native_tiles.hpp"
#include "fovea/context/picture_needs.hpp"
#include "fovea/context/picture_tokens.hpp"

#include <cmath>

namespace fovea::context {

PictureEstimate estimate_picture(
    media::PixelSize size, Lossless lossless, const RequestLimits& limits
) {
    const bool is_screen = lossless == Lossless::Yes;
    content::ImageBlock image;
    image.size = size;
    image.mime = is_screen ? "image/png" : "image/jpeg";
    const auto tokens = PictureTokens(limits, 0).of(image, Form::Full);
    const auto edge = edge_for(limits, 1);
    PictureEstimate estimate{
        .tokens = static_cast<std::uint64_t>(std::llround(tokens)),
        .downscaled = size.longest_edge() > edge};
    if (is_worth_tiles(size, edge, is_screen ? Density::Dense : Density::Usual)) {
        estimate.tiles = native_tiles(size, edge, limits, kMaxTiles).tiles.size();
    }
    return estimate;
}

}  // namespace fovea::context
