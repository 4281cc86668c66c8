// Cards: groups of lines side by side, built alike. "Images today / 48,213 / +12%" stands beside
// "Median ingest / 14.8 ms / -3%", and each is read from top to bottom before the next.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/page/rows.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::reading {

// Whether rows look the same along a row and different from row to row.
bool are_cards(const std::vector<Piece>& pieces, std::span<const PageRow> rows);

// First rows of the bands of cards: where the look of the row `head`, the first one of the first
// cards, comes back after a gap. Begins with 0; nothing else where there is one band.
std::vector<std::size_t> card_bands(
    const std::vector<Piece>& pieces, std::span<const PageRow> rows, std::size_t head
);

}  // namespace fovea::reading
