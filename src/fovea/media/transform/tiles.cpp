#include "fovea/media/transform/tiles.hpp"

#include <algorithm>

namespace fovea::media {
namespace {

struct Span {
    std::uint32_t from;
    std::uint32_t length;
};

// Cuts [0, whole) into spans of equal length, evenly laid, each overlapping the one before.
std::vector<Span> cut(std::uint32_t whole, const TileSettings& settings) {
    if (whole <= settings.max_edge) return {{0, whole}};
    const auto overlap = std::min(settings.overlap, settings.max_edge / 2);
    const std::uint64_t step = settings.max_edge - overlap;
    const std::uint64_t count = (std::uint64_t{whole} - overlap + step - 1) / step;
    const std::uint64_t length = std::min<std::uint64_t>(
        (whole + (count - 1) * overlap + count - 1) / count, settings.max_edge
    );
    std::vector<Span> spans;
    for (std::uint64_t i = 0; i < count && count <= settings.max_tiles; ++i) {
        const auto from = i * (whole - length) / (count - 1);
        spans.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(length)});
    }
    return spans;
}

}  // namespace

std::vector<PixelRect> plan_tiles(PixelSize picture, const TileSettings& settings) {
    if (settings.max_edge == 0 || picture.longest_edge() <= settings.max_edge) return {};
    const auto columns = cut(picture.width, settings);
    const auto rows = cut(picture.height, settings);
    if (columns.size() * rows.size() > settings.max_tiles) return {};
    std::vector<PixelRect> tiles;
    for (const auto& row : rows) {
        for (const auto& column : columns)
            tiles.push_back({column.from, row.from, column.length, row.length});
    }
    return tiles;
}

}  // namespace fovea::media
