// Works on a grid of blocks. A block is busy when it has both dark and light; in a code nearly all
// are, and around it is a quiet zone of none.
#include "fovea/reading/recognise/busy_squares.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::uint32_t kBlock = 16;
constexpr std::uint32_t kCoarse = 4;  // once more with blocks this many times larger
constexpr int kContrast = 80;
constexpr std::uint32_t kMaxEdge = 2000;

struct Range {
    std::uint8_t darkest = 255;
    std::uint8_t lightest = 0;
};

struct Grid {
    std::uint32_t across = 0;
    std::uint32_t down = 0;
    std::uint32_t block = kBlock;
    std::vector<Range> ranges;
};

struct Group {
    std::uint32_t left = 0;
    std::uint32_t top = 0;
    std::uint32_t right = 0;  // the last column of blocks in it
    std::uint32_t bottom = 0;
    std::uint32_t blocks = 0;

    std::uint32_t width() const { return right - left + 1; }
    std::uint32_t height() const { return bottom - top + 1; }
};

Grid grid_of(const media::Picture& gray) {
    const auto size = gray.size();
    Grid grid{(size.width + kBlock - 1) / kBlock, (size.height + kBlock - 1) / kBlock, kBlock, {}};
    grid.ranges.resize(std::size_t{grid.across} * grid.down);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto* row = gray.row(y);
        auto* range = grid.ranges.data() + std::size_t{y / kBlock} * grid.across;
        for (std::uint32_t x = 0; x < size.width; ++range) {
            const auto end = std::min(size.width, x + kBlock);
            for (; x < end; ++x) {
                range->darkest = std::min(range->darkest, row[x]);
                range->lightest = std::max(range->lightest, row[x]);
            }
        }
    }
    return grid;
}

Grid coarser(const Grid& fine) {
    Grid grid{
        (fine.across + kCoarse - 1) / kCoarse,
        (fine.down + kCoarse - 1) / kCoarse,
        fine.block * kCoarse,
        {}};
    grid.ranges.resize(std::size_t{grid.across} * grid.down);
    for (std::uint32_t y = 0; y < fine.down; ++y) {
        for (std::uint32_t x = 0; x < fine.across; ++x) {
            const auto& from = fine.ranges[std::size_t{y} * fine.across + x];
            auto& to = grid.ranges[std::size_t{y / kCoarse} * grid.across + x / kCoarse];
            to.darkest = std::min(to.darkest, from.darkest);
            to.lightest = std::max(to.lightest, from.lightest);
        }
    }
    return grid;
}

// Busy blocks that touch, diagonals too.
std::vector<Group> groups_of(const Grid& grid) {
    std::vector<bool> open(grid.ranges.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
        open[i] = grid.ranges[i].lightest - grid.ranges[i].darkest >= kContrast;
    }
    std::vector<Group> groups;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pending;
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (!open[i]) continue;
        open[i] = false;
        const auto first_x = static_cast<std::uint32_t>(i % grid.across);
        const auto first_y = static_cast<std::uint32_t>(i / grid.across);
        Group group{first_x, first_y, first_x, first_y, 0};
        pending.assign(1, {first_x, first_y});
        while (!pending.empty()) {
            const auto [x, y] = pending.back();
            pending.pop_back();
            ++group.blocks;
            group.left = std::min(group.left, x);
            group.right = std::max(group.right, x);
            group.top = std::min(group.top, y);
            group.bottom = std::max(group.bottom, y);
            for (auto ny = y == 0 ? 0 : y - 1; ny <= std::min(y + 1, grid.down - 1); ++ny) {
                for (auto nx = x == 0 ? 0 : x - 1; nx <= std::min(x + 1, grid.across - 1); ++nx) {
                    const auto at = std::size_t{ny} * grid.across + nx;
                    if (!open[at]) continue;
                    open[at] = false;
                    pending.emplace_back(nx, ny);
                }
            }
        }
        groups.push_back(group);
    }
    return groups;
}

void add_squares(const Grid& grid, media::PixelSize size, std::vector<media::PixelRect>& squares) {
    for (const auto& group : groups_of(grid)) {
        const auto longest = std::max(group.width(), group.height());
        const auto shortest = std::min(group.width(), group.height());
        if (longest < 2 || longest > 3 * shortest) continue;
        if (group.blocks * 10 < group.width() * group.height() * 7) continue;
        if (longest * grid.block > kMaxEdge) continue;
        const auto left = group.left == 0 ? 0 : (group.left - 1) * grid.block;
        const auto top = group.top == 0 ? 0 : (group.top - 1) * grid.block;
        const auto right = std::min(size.width, (group.right + 2) * grid.block);
        const auto bottom = std::min(size.height, (group.bottom + 2) * grid.block);
        squares.push_back({left, top, right - left, bottom - top});
    }
}

}  // namespace

std::vector<media::PixelRect> find_busy_squares(const media::Picture& gray, std::size_t limit) {
    if (gray.size().pixels() == 0) return {};
    const auto grid = grid_of(gray);
    std::vector<media::PixelRect> squares;
    add_squares(grid, gray.size(), squares);
    add_squares(coarser(grid), gray.size(), squares);
    std::ranges::stable_sort(squares, std::ranges::greater{}, [](const media::PixelRect& square) {
        return square.size().pixels();
    });
    if (squares.size() > limit) squares.resize(limit);
    return squares;
}

}  // namespace fovea::reading
