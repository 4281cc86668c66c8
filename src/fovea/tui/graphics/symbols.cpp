#include "fovea/tui/graphics/symbols.hpp"

#include "fovea/media/compare/overlay.hpp"
#include "fovea/tui/graphics/palette.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {
namespace {

constexpr std::uint32_t kWide = kSymbolCell.width;
constexpr std::uint32_t kHigh = kSymbolCell.height;
constexpr std::size_t kSamples = std::size_t{kWide} * kHigh;

// Bit y * 4 + x: whether the character inks that sample.
struct Shape {
    std::string_view character;
    std::uint32_t ink;
};

constexpr std::uint32_t rows_from(unsigned first) {
    return first >= kHigh ? 0 : 0xFFFFFFFFU << (first * kWide);
}
constexpr std::uint32_t columns_to(unsigned end) {
    const std::uint32_t row = (1U << end) - 1;
    std::uint32_t ink = 0;
    for (unsigned y = 0; y < kHigh; ++y) ink |= row << (y * kWide);
    return ink;
}
constexpr std::uint32_t kTop = ~rows_from(4);
constexpr std::uint32_t kLeft = columns_to(2);

// What is left out is one of these with its colours the other way round.
constexpr Shape kShapes[] = {
    {"▁", rows_from(7)},
    {"▂", rows_from(6)},
    {"▃", rows_from(5)},
    {"▄", rows_from(4)},
    {"▅", rows_from(3)},
    {"▆", rows_from(2)},
    {"▇", rows_from(1)},
    {"▎", columns_to(1)},
    {"▌", kLeft},
    {"▊", columns_to(3)},
    {"▘", kTop& kLeft},
    {"▝", kTop & ~kLeft},
    {"▖", ~kTop& kLeft},
    {"▗", ~kTop & ~kLeft},
    {"▚", (kTop & kLeft) | (~kTop & ~kLeft)},
};

struct SymbolCell {
    std::string_view character = " ";
    Rgb ink{};
    Rgb ground{};
    bool bold = false;
};

using Samples = std::array<Rgb, kSamples>;
using Sums = std::array<int, 3>;

Rgb mean(const Sums& sums, int count) {
    Rgb colour{};
    for (std::size_t c = 0; c < 3; ++c) {
        colour[c] = static_cast<std::uint8_t>((sums[c] + count / 2) / std::max(count, 1));
    }
    return colour;
}

// The larger the sums of squares of the two means, the smaller what is left over.
double explained(const Sums& sums, int count) {
    double squares = 0;
    for (const int sum : sums) squares += double(sum) * sum;
    return count == 0 ? 0 : squares / count;
}

SymbolCell cell_for(const Samples& samples) {
    Sums all{};
    for (const auto& sample : samples) {
        for (std::size_t c = 0; c < 3; ++c) all[c] += sample[c];
    }
    SymbolCell cell;
    cell.ground = mean(all, kSamples);
    cell.ink = cell.ground;
    // A shape has to be worth it: flat cells stay blanks, which compress and copy well.
    double best = explained(all, kSamples) + double(kSamples) * 6;
    for (const auto& shape : kShapes) {
        Sums inked{};
        int count = 0;
        for (std::size_t i = 0; i < kSamples; ++i) {
            if ((shape.ink >> i & 1) == 0) continue;
            ++count;
            for (std::size_t c = 0; c < 3; ++c) inked[c] += samples[i][c];
        }
        Sums rest{};
        for (std::size_t c = 0; c < 3; ++c) rest[c] = all[c] - inked[c];
        const int others = int(kSamples) - count;
        const double gain = explained(inked, count) + explained(rest, others);
        if (gain <= best) continue;
        best = gain;
        cell = {shape.character, mean(inked, count), mean(rest, others)};
    }
    return cell;
}

class Grid {
public:
    explicit Grid(const media::Picture& picture)
        : columns_((picture.size().width + kWide - 1) / kWide),
          rows_((picture.size().height + kHigh - 1) / kHigh) {
        for (std::uint32_t row = 0; row < rows_; ++row) {
            for (std::uint32_t column = 0; column < columns_; ++column) {
                cells_.push_back(cell_for(samples_at(picture, column * kWide, row * kHigh)));
            }
        }
    }

    // In the cell of the box's upper left corner; two digits take two cells.
    void number(const NumberedBox& box, std::size_t colour) {
        static constexpr std::string_view kDigits[] = {
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
        const auto digits = std::to_string(box.number);
        const auto row = std::min(box.box.y / kHigh, rows_ - 1);
        for (std::uint32_t i = 0; i < digits.size(); ++i) {
            const auto column = box.box.x / kWide + i;
            if (column >= columns_) return;
            cells_[std::size_t{row} * columns_ + column] = {
                kDigits[digits[i] - '0'], {255, 255, 255}, media::frame_colour(colour), true};
        }
    }

    StyledText lines() const {
        StyledText lines;
        for (std::size_t row = 0; row < rows_; ++row) {
            StyledLine line;
            for (std::size_t column = 0; column < columns_; ++column) {
                const auto& cell = cells_[row * columns_ + column];
                const auto colour = [](const Rgb& rgb) {
                    return Colour::rgb(rgb[0], rgb[1], rgb[2]);
                };
                line.add(
                    std::string(cell.character),
                    {.colour = colour(cell.ink),
                     .background = colour(cell.ground),
                     .bold = cell.bold,
                     .is_picture = true}
                );
            }
            lines.push_back(std::move(line));
        }
        return lines;
    }

private:
    // Beyond the edge, what stands at the edge.
    static Samples samples_at(
        const media::Picture& picture, std::uint32_t left, std::uint32_t top
    ) {
        Samples samples;
        for (std::uint32_t i = 0; i < kSamples; ++i) {
            const auto x = std::min(left + i % kWide, picture.size().width - 1);
            const auto y = std::min(top + i / kWide, picture.size().height - 1);
            std::copy_n(picture.row(y) + std::size_t{x} * 3, 3, samples[i].begin());
        }
        return samples;
    }

    std::uint32_t columns_;
    std::uint32_t rows_;
    std::vector<SymbolCell> cells_;
};

}  // namespace

StyledText symbols_of(const media::Picture& picture, std::span<const NumberedBox> boxes) {
    if (picture.size().pixels() == 0) return {};
    Grid grid(picture);
    for (std::size_t i = 0; i < boxes.size(); ++i) grid.number(boxes[i], i);
    return grid.lines();
}

}  // namespace fovea::tui
