// The arithmetic of resizing, eight output rows at a time, with the vector instructions that the
// processor has. Every target gives the same bytes.
//
//     source rows, u8  --vertical-->  rows of i16 with six fractional bits
//                      --transpose--> columns: for each pixel pair and channel, that pair of all
//                      eight rows
//                      --horizontal-> u8, again eight rows in one vector, so that no shuffles are
//                      needed
//                      --transpose--> output rows
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/media/transform/filter_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

constexpr std::uint32_t kGroupRows = 8;

// The rows between the passes have six bits behind the point; i16 then holds -512 … 511, which is
// more than Lanczos can overshoot.
constexpr int kVerticalShift = kWeightBits - 6;
constexpr int kHorizontalShift = kWeightBits + 6;

// Rows shorter than this must be readable up to it all the same.
constexpr std::size_t kShortestRow = 64;

// A stretch of eight rows stays in the nearer caches between the vertical pass and the
// transposition. The vector that ends a row begins early, up to kTileFront samples before the
// tile's first.
constexpr std::size_t kTilePixels = 256;
constexpr std::size_t kTileFront = kShortestRow;
constexpr std::size_t kTilePitch = kTileFront + kTilePixels * 4 + kShortestRow;

// Samples of one pixel pair and channel: two for each row.
constexpr std::size_t kColumn = std::size_t{2} * kGroupRows;

// Memory between the passes, for one plane.
class ResizeScratch {
public:
    ResizeScratch(const FilterTable& horizontal, unsigned channels);

    std::int16_t* tile() { return reinterpret_cast<std::int16_t*>(tile_.data()); }
    std::int16_t* columns() { return reinterpret_cast<std::int16_t*>(columns_.data()); }

private:
    Buffer tile_;     // a stretch of eight rows after the vertical pass
    Buffer columns_;  // the whole of them, transposed
};

struct RowGroup {
    // Output row r is the sum over k < 2 * pairs[r] of source row rows[r][k] times weights[r][k].
    std::array<const std::uint8_t* const*, kGroupRows> rows{};
    std::array<const std::int16_t*, kGroupRows> weights{};
    std::array<std::uint32_t, kGroupRows> pairs{};

    const FilterTable* horizontal = nullptr;
    unsigned channels = 1;      // of the source: 1, 3 or 4
    unsigned out_channels = 1;  // the same, or 3 of 4
    std::array<std::uint8_t*, kGroupRows> out{};
};

void resize_group(const RowGroup& group, ResizeScratch& scratch);

// Its two halves. The first is false, and did nothing, where the processor has no vectors worth it.
bool vertical_pass(const RowGroup& group, std::int16_t* tile, std::int16_t* columns);
void horizontal_pass(const RowGroup& group, const std::int16_t* columns);

// The same in plain loops, for such processors; what the others are tested against.
void resize_group_plainly(const RowGroup& group);

}  // namespace fovea::media
