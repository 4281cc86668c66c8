#include "fovea/media/transform/tiles.hpp"

#include <algorithm>

namespace fovea::media {
namespace {

// Of equal length, evenly laid, each overlapping the one before.
struct Pieces {
    std::uint64_t count = 1;
    std::uint64_t length = 0;
};

Pieces pieces_of(std::uint32_t side, std::uint32_t longest, std::uint32_t overlap) {
    if (side <= longest) return {1, side};
    overlap = std::min(overlap, longest / 2);
    const std::uint64_t step = longest - overlap;
    const std::uint64_t count = (std::uint64_t{side} - overlap + step - 1) / step;
    const std::uint64_t length = (side + (count - 1) * overlap + count - 1) / count;
    return {count, std::min<std::uint64_t>(length, longest)};
}

std::uint32_t start_of(std::uint64_t piece, const Pieces& pieces, std::uint32_t side) {
    if (pieces.count == 1) return 0;
    return static_cast<std::uint32_t>(piece * (side - pieces.length) / (pieces.count - 1));
}

}  // namespace

std::uint32_t piece_length(std::uint32_t side, std::uint32_t longest, std::uint32_t overlap) {
    return static_cast<std::uint32_t>(pieces_of(side, std::max(1u, longest), overlap).length);
}

std::vector<PixelRect> plan_tiles(PixelSize picture, const TileSettings& settings) {
    const auto& largest = settings.largest;
    const bool fits = picture.width <= largest.width && picture.height <= largest.height;
    if (fits || largest.width == 0 || largest.height == 0) return {};
    const auto columns = pieces_of(picture.width, largest.width, settings.overlap);
    const auto rows = pieces_of(picture.height, largest.height, settings.overlap);
    if (columns.count > settings.max_tiles || columns.count * rows.count > settings.max_tiles) {
        return {};
    }
    std::vector<PixelRect> tiles;
    for (std::uint64_t row = 0; row < rows.count; ++row) {
        for (std::uint64_t column = 0; column < columns.count; ++column) {
            tiles.push_back(
                {start_of(column, columns, picture.width),
                 start_of(row, rows, picture.height),
                 static_cast<std::uint32_t>(columns.length),
                 static_cast<std::uint32_t>(rows.length)}
            );
        }
    }
    return tiles;
}

}  // namespace fovea::media
