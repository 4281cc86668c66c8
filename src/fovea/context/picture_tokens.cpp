#include "fovea/context/picture_tokens.hpp"

#include "fovea/context/picture_needs.hpp"
#include "fovea/media/transform/fit.hpp"

#include <algorithm>

namespace fovea::context {
namespace {

// Where nobody knows how the model counts: most count so, and none more for one picture.
constexpr double kPixelsPerToken = 750;
constexpr double kMostTokens = 4784;
constexpr double kUnknownSizeTokens = 1000;

}  // namespace

double tokens_sent(media::PixelSize size, const RequestLimits& limits) {
    const auto counted = tokens_of(size, size.longest_edge(), limits);
    if (counted > 0) return static_cast<double>(counted);
    return std::min(static_cast<double>(size.pixels()) / kPixelsPerToken, kMostTokens);
}

double PictureTokens::tiles(media::PixelSize size, Density density) const {
    const auto edge = edge_for(limits_, 1);
    if (!is_worth_tiles(size, edge, density)) return 0;
    const auto plan = native_tiles(size, edge, limits_, kMaxTiles);
    if (plan.tiles.empty()) return 0;
    return static_cast<double>(plan.tiles.size()) * sent(tile_size(plan.tiles[0], plan.scale));
}

double PictureTokens::whole(media::PixelSize size, Density density) {
    const auto [known, is_new] = known_.try_emplace({size.width, size.height, density});
    if (is_new) {
        const auto overview = media::fit_within(size, edge_for(limits_, 1));
        known->second = sent(overview) + tiles(size, density);
    }
    return known->second;
}

double PictureTokens::of(const content::ImageBlock& image, Form form) {
    if (form == Form::Text) return kPlaceholderTokens;
    const auto size = image.crop ? image.crop->size() : image.size;
    const bool is_unknown = size.width == 0 || size.height == 0;
    if (form == Form::Low) {
        return sent(
            is_unknown ? media::PixelSize{low_edge_, low_edge_} : media::fit_within(size, low_edge_)
        );
    }
    if (is_unknown) return kUnknownSizeTokens;
    // Screens are stored without loss, and photographs, which have no letters, are not.
    return whole(size, image.mime == "image/jpeg" ? Density::Usual : Density::Dense);
}

}  // namespace fovea::context
