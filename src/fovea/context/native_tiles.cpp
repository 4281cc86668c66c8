#include "fovea/context/native_tiles.hpp"

#include "fovea/context/picture_needs.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/media/transform/tiles.hpp"

#include <algorithm>
#include <set>
#include <variant>

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

// Where a page is too long to go whole, it goes smaller, as long as that is worth having.
constexpr int kLeastPercent = 50;
constexpr int kPercentStep = 5;

// What goes smaller anyway goes a little smaller yet where that spares its lines a cut: a page of 2880x16000, drawn
// at twice its size, as strips at 50 % and not in two columns at 65 %.
constexpr double kUncutIsWorth = 0.75;

media::PixelSize seen_by(media::PixelSize sent, const RequestLimits& limits) {
    if (!limits.token_rule) return sent;
    const auto seen = models::size_seen_by_model(*limits.token_rule, sent, limits.detail);
    return seen.ok() ? seen.value() : sent;
}

bool stays_native(media::PixelSize tile, const RequestLimits& limits) {
    if (!limits.token_rule) return true;
    const auto seen = models::size_seen_by_model(*limits.token_rule, tile, limits.detail);
    if (!seen.ok()) return false;
    // Qwen's rule rounds to whole patches; that much is not a loss of words.
    const auto* rounds = std::get_if<models::SmartResizeRule>(&*limits.token_rule);
    const auto slack = rounds != nullptr ? rounds->factor / 2 : 0;
    return seen.value().width + slack >= tile.width && seen.value().height + slack >= tile.height;
}

media::PixelSize turned(media::PixelSize size) {
    return {size.height, size.width};
}

// Cuts a picture so that the cuts across its reading direction are few.
class TileSearch {
public:
    TileSearch(std::uint32_t max_edge, const RequestLimits& limits, std::uint32_t max_tiles)
        : max_edge_(max_edge), limits_(limits), max_tiles_(max_tiles) {}

    std::vector<media::PixelRect> tiles(media::PixelSize picture) const {
        const bool in_rows = picture.width >= kThin * picture.height;
        const auto across = in_rows ? picture.height : picture.width;
        // As few columns as there can be, then one more each time; rows alike.
        for (auto most = max_edge_; most > 2 * kOverlap;) {
            const auto length = media::piece_length(across, most, kOverlap);
            media::PixelSize largest{length, longest_native(length, in_rows)};
            if (in_rows) largest = turned(largest);
            const media::TileSettings settings{largest, kOverlap, max_tiles_};
            auto tiles = media::plan_tiles(picture, settings);
            if (!tiles.empty()) return tiles;
            if (std::uint64_t{across} > std::uint64_t{length} * max_tiles_) break;
            most = length - 1;
        }
        return {};
    }

private:
    static constexpr std::uint32_t kOverlap = media::TileSettings{}.overlap;

    // Anthropic counts patches besides edges: 1440x1440 is within its edge and shrunk all the same,
    // 1440x840 is not.
    std::uint32_t longest_native(std::uint32_t across, bool in_rows) const {
        std::uint32_t native = 0;
        auto most = max_edge_;
        while (native < most) {
            const auto middle = native + (most - native + 1) / 2;
            media::PixelSize tile{across, middle};
            if (in_rows) tile = turned(tile);
            if (stays_native(tile, limits_)) {
                native = middle;
            } else {
                most = middle - 1;
            }
        }
        return native;
    }

    std::uint32_t max_edge_;
    const RequestLimits& limits_;
    std::uint32_t max_tiles_;
};

media::PixelSize scaled(media::PixelSize size, int percent) {
    const auto part = [&](std::uint32_t side) {
        return std::max(1u, static_cast<std::uint32_t>(std::uint64_t{side} * percent / 100));
    };
    return {part(size.width), part(size.height)};
}

// The part of the picture that a tile of its smaller copy shows.
media::PixelRect unscaled(
    const media::PixelRect& tile, media::PixelSize copy, media::PixelSize picture
) {
    const auto from = [](std::uint64_t at, std::uint64_t whole, std::uint64_t small) {
        return static_cast<std::uint32_t>(at * whole / small);
    };
    const auto to = [](std::uint64_t at, std::uint64_t whole, std::uint64_t small) {
        return static_cast<std::uint32_t>((at * whole + small - 1) / small);
    };
    const auto left = from(tile.x, picture.width, copy.width);
    const auto top = from(tile.y, picture.height, copy.height);
    const auto right = to(std::uint64_t{tile.x} + tile.width, picture.width, copy.width);
    const auto bottom = to(std::uint64_t{tile.y} + tile.height, picture.height, copy.height);
    return {left, top, right - left, bottom - top};
}

// Pieces side by side across the reading direction.
std::size_t columns(const TilePlan& plan, media::PixelSize picture) {
    const bool in_rows = picture.width >= kThin * picture.height;
    std::set<std::uint32_t> starts;
    for (const auto& tile : plan.tiles) starts.insert(in_rows ? tile.y : tile.x);
    return starts.size();
}

}  // namespace

double scale_seen(media::PixelSize part, media::PixelSize sent, const RequestLimits& limits) {
    if (part.pixels() == 0) return 1;
    const auto seen = seen_by(sent, limits);
    return std::min({1.0, double(seen.width) / part.width, double(seen.height) / part.height});
}

bool is_dense(
    const media::TextDensity& text, media::PixelSize picture, const RequestLimits& limits
) {
    if (picture.pixels() == 0 || text.length < kMuchText) return false;
    const auto whole = media::fit_within(picture, edge_for(limits, 1));
    return text.line_height * scale_seen(picture, whole, limits) < kLegibleLine;
}

bool is_worth_tiles(media::PixelSize picture, std::uint32_t max_edge, Density density) {
    const auto longest = picture.longest_edge();
    const auto shortest = std::min(picture.width, picture.height);
    if (shortest == 0 || longest <= max_edge) return false;
    return density == Density::Dense ||
           (longest >= kFarLonger * max_edge && longest >= kThin * shortest);
}

TilePlan native_tiles(
    media::PixelSize picture,
    std::uint32_t max_edge,
    const RequestLimits& limits,
    std::uint32_t max_tiles
) {
    const TileSearch search(max_edge, limits, max_tiles);
    TilePlan best;
    for (int percent = 100; percent >= kLeastPercent; percent -= kPercentStep) {
        if (!best.tiles.empty() && percent < kUncutIsWorth * 100 * best.scale) break;
        const auto copy = scaled(picture, percent);
        TilePlan plan{search.tiles(copy), percent / 100.0};
        if (plan.tiles.empty()) continue;
        for (auto& tile : plan.tiles) tile = unscaled(tile, copy, picture);
        if (best.tiles.empty() || columns(plan, picture) < columns(best, picture)) best = plan;
        if (best.scale == 1) break;
    }
    return best;
}

}  // namespace fovea::context
