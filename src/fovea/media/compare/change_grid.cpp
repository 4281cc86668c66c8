#include "fovea/media/compare/change_grid.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fovea::media {
namespace {

// Cells join sideways across an empty one, up and down only when they touch: the gaps between
// words, and inside "317" when it becomes "713", are wider than what keeps two lines apart.
constexpr std::size_t kReach = 2;

// From a bit for each sample to a bit at each pixel's first sample.
template <unsigned kChannels>
std::uint64_t changed_pixels_of(std::uint64_t samples) {
    if constexpr (kChannels == 1) return samples & 0xffff;
    if constexpr (kChannels == 3) return (samples | samples >> 1 | samples >> 2) & 0x249249249249;
    samples |= samples >> 2;
    return (samples | samples >> 1) & 0x1111111111111111;
}

}  // namespace

void ChangeGrid::Box::include(const Box& other) {
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
}

ChangeGrid::ChangeGrid(PixelSize size) : size_(size) {
    cells_.columns = (size.width + kCell - 1) / kCell;
    cells_.rows = (size.height + kCell - 1) / kCell;
    cells_.boxes.resize(std::size_t{cells_.columns} * cells_.rows);
}

template <unsigned kChannels>
void ChangeGrid::add_cells(std::uint32_t y, const std::uint8_t* bits) {
    auto* cell = cells_.boxes.data() + std::size_t{y / kCell} * cells_.columns;
    std::uint64_t changed = 0;
    constexpr std::size_t kCellBytes = std::size_t{kCell} / 8 * kChannels;
    for (std::uint32_t x = 0; x < size_.width; x += kCell, ++cell, bits += kCellBytes) {
        std::uint64_t samples = 0;
        std::memcpy(&samples, bits, sizeof samples);
        const auto pixels = changed_pixels_of<kChannels>(samples);
        if (pixels == 0) continue;
        const auto first = static_cast<unsigned>(std::countr_zero(pixels)) / kChannels;
        const auto last = (63u - static_cast<unsigned>(std::countl_zero(pixels))) / kChannels;
        cell->left = std::min(cell->left, x + first);
        cell->top = std::min(cell->top, y);
        cell->right = std::max(cell->right, x + last);
        cell->bottom = y;  // rows come in order
        changed += static_cast<unsigned>(std::popcount(pixels));
    }
    changed_pixels_ += changed;
}

void ChangeGrid::add_row(std::uint32_t y, const std::uint8_t* bits, unsigned channels) {
    switch (channels) {
        case 1: return add_cells<1>(y, bits);
        case 3: return add_cells<3>(y, bits);
        default: return add_cells<4>(y, bits);
    }
}

ChangeGrid::Cells ChangeGrid::coarser(const Cells& cells) {
    Cells result{(cells.columns + 1) / 2, (cells.rows + 1) / 2, {}};
    result.boxes.resize(std::size_t{result.columns} * result.rows);
    for (std::uint32_t row = 0; row < cells.rows; ++row) {
        for (std::uint32_t column = 0; column < cells.columns; ++column) {
            const auto& box = cells.boxes[std::size_t{row} * cells.columns + column];
            if (box.empty()) continue;
            result.boxes[std::size_t{row / 2} * result.columns + column / 2].include(box);
        }
    }
    return result;
}

// Empties each cell as it is visited.
std::vector<PixelRect> ChangeGrid::groups(Cells cells) {
    std::vector<PixelRect> found;
    std::vector<std::size_t> waiting;
    for (std::size_t start = 0; start < cells.boxes.size(); ++start) {
        if (cells.boxes[start].empty()) continue;
        Box group;
        const auto visit = [&](std::size_t cell) {
            group.include(cells.boxes[cell]);
            cells.boxes[cell] = Box{};
            waiting.push_back(cell);
        };
        visit(start);
        while (!waiting.empty()) {
            const auto row = waiting.back() / cells.columns;
            const auto column = waiting.back() % cells.columns;
            waiting.pop_back();
            for (auto r = row - (row > 0); r <= std::min<std::size_t>(row + 1, cells.rows - 1);
                 ++r) {
                const auto left = column - std::min<std::size_t>(column, kReach);
                const auto right = std::min<std::size_t>(column + kReach, cells.columns - 1);
                for (auto c = left; c <= right; ++c) {
                    if (!cells.boxes[r * cells.columns + c].empty()) visit(r * cells.columns + c);
                }
            }
        }
        found.push_back(
            {group.left, group.top, group.right - group.left + 1, group.bottom - group.top + 1}
        );
    }
    return found;
}

std::vector<PixelRect> ChangeGrid::regions(std::size_t at_most) const {
    auto cells = cells_;
    auto found = groups(cells);
    while (found.size() > at_most) {
        cells = coarser(cells);
        found = groups(cells);
    }
    return found;
}

}  // namespace fovea::media
