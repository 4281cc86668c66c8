// The nested squares by which QR and Aztec codes are found, one in each of three corners or one in
// the middle.
//
//     FinderPatterns patterns(gray);
//     patterns.find(kQrCorner, 300).size()
//
// Two shortcomings of ZXing make this necessary. It tries every three corners of QR codes, so a
// sheet of a thousand, which somebody can draw in a few kilobytes, costs ten seconds: whoever reads
// QR codes counts first. And it looks for an Aztec code only in the middle of what it is shown.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::reading {

// Widths of dark and light, in modules, along any line through the middle, which is dark. Of Aztec
// codes without the outer rings, which data may touch.
constexpr std::array<std::uint8_t, 5> kQrCorner = {1, 1, 3, 1, 1};
constexpr std::array<std::uint8_t, 7> kAztecCentre = {1, 1, 1, 1, 1, 1, 1};

struct FinderPattern {
    std::uint32_t x = 0;  // of its middle
    std::uint32_t y = 0;
    double module = 0;  // pixels

    bool operator==(const FinderPattern&) const = default;
};

class FinderPatterns {
public:
    // A Gray8 picture, which must outlive it. Dark patterns are found; of others, invert it.
    explicit FinderPatterns(const media::Picture& gray);

    // From the top; the search ends at `limit` or soon after.
    std::vector<FinderPattern> find(std::span<const std::uint8_t> modules, std::size_t limit) const;

private:
    friend class FinderScan;

    bool is_dark(std::uint32_t x, std::uint32_t y, int threshold) const {
        return gray_.row(y)[x] <= threshold;
    }
    int threshold_at(std::uint32_t x, std::uint32_t y) const;
    std::uint32_t block_mean(std::uint32_t bx, std::uint32_t by) const;

    const media::Picture& gray_;
    media::PixelSize size_;
    std::uint32_t blocks_across_;
    std::uint32_t blocks_down_;
    std::vector<std::uint8_t> thresholds_;  // a block each
};

}  // namespace fovea::reading
