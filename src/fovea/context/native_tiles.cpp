#include "fovea/context/native_tiles.hpp"

#include "fovea/context/picture_needs.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/media/transform/tiles.hpp"

#include <algorithm>

namespace fovea::context {
namespace {

// Far taller or wider than the model takes it: a photograph of 4000x3000 is neither, and a phone's
// screen of 1440x3200 is still legible at 705 px across.
constexpr double kFarLonger = 2.0;  // than the model's edge
constexpr double kThin = 2.5;       // long side to short side

// Read by local/ocr, a spreadsheet keeps 95 % of its words at 9.4 px, 79 % at 8.2 and at most 70 %
// at 6.7; an editor's code loses an eighth at 10. A page set in 16 px has lines of 15, and 11 px of
// them are left where 1920 become 1456.
constexpr double kLegibleLine = 10.0;  // px, tight around the ink

// A few small labels are no reason to send five pictures instead of one. A chart has 300, a dashboard
// 480, a screen of code 1000 (see TextDensity::length).
constexpr std::uint32_t kMuchText = 400;

// How much of the picture's height and width is left where the model sees it whole; 1: all.
double scale_seen(media::PixelSize picture, const RequestLimits& limits) {
    auto seen = media::fit_within(picture, edge_for(limits, 1));
    if (limits.token_rule) {
        const auto shrunk = models::size_seen_by_model(*limits.token_rule, seen, limits.detail);
        if (shrunk.ok()) seen = shrunk.value();
    }
    return std::min({1.0, double(seen.width) / picture.width, double(seen.height) / picture.height}
    );
}

bool stays_native(media::PixelSize tile, const RequestLimits& limits) {
    if (!limits.token_rule) return true;
    const auto seen = models::size_seen_by_model(*limits.token_rule, tile, limits.detail);
    // Some providers round to whole patches; that much is not a loss of words.
    return seen.ok() && seen.value().width >= 0.95 * tile.width &&
           seen.value().height >= 0.95 * tile.height;
}

}  // namespace

bool is_dense(
    const media::TextDensity& text, media::PixelSize picture, const RequestLimits& limits
) {
    if (picture.pixels() == 0 || text.length < kMuchText) return false;
    return text.line_height * scale_seen(picture, limits) < kLegibleLine;
}

bool is_worth_tiles(media::PixelSize picture, std::uint32_t max_edge, Density density) {
    const auto longest = picture.longest_edge();
    const auto shortest = std::min(picture.width, picture.height);
    if (shortest == 0 || longest <= max_edge) return false;
    return density == Density::Dense ||
           (longest >= kFarLonger * max_edge && longest >= kThin * shortest);
}

std::vector<media::PixelRect> native_tiles(
    media::PixelSize picture,
    std::uint32_t max_edge,
    const RequestLimits& limits,
    std::uint32_t max_tiles
) {
    // Anthropic counts patches besides edges: 1568x1568 is within its edge and shrunk all the same,
    // 1568x784 is not.
    for (std::uint32_t sixteenths = 16; sixteenths >= 8; --sixteenths) {
        const auto edge = static_cast<std::uint32_t>(std::uint64_t{max_edge} * sixteenths / 16);
        if (edge == 0) break;
        auto tiles = media::plan_tiles(picture, {.max_edge = edge, .max_tiles = max_tiles});
        if (tiles.empty()) break;  // smaller ones would only be more
        if (stays_native(tiles.front().size(), limits)) return tiles;
    }
    return media::plan_tiles(picture, {.max_edge = max_edge, .max_tiles = max_tiles});
}

}  // namespace fovea::context
