// The changed pixels of a picture, gathered into cells of 16 x 16, and the rectangles around cells
// that are near each other.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::media {

class ChangeGrid {
public:
    static constexpr std::uint32_t kCell = 16;

    explicit ChangeGrid(PixelSize size);

    // One row of a picture with `channels` samples a pixel (1, 3 or 4), as a bit for each sample
    // that changed; top to bottom. Eight bytes behind the last bit must be readable.
    void add_row(std::uint32_t y, const std::uint8_t* bits, unsigned channels);

    std::uint64_t changed_pixels() const { return changed_pixels_; }

    // A rectangle for each group of neighbouring cells, around its changed pixels; unsorted. Where
    // there are too many for that (noise), larger cells are taken.
    std::vector<PixelRect> regions(std::size_t at_most) const;

private:
    // Around the changed pixels of a cell, ends included; none while left > right.
    struct Box {
        std::uint32_t left = UINT32_MAX;
        std::uint32_t top = UINT32_MAX;
        std::uint32_t right = 0;
        std::uint32_t bottom = 0;

        bool empty() const { return left > right; }
        void include(const Box& other);
    };
    struct Cells {
        std::uint32_t columns = 0;
        std::uint32_t rows = 0;
        std::vector<Box> boxes;
    };

    template <unsigned kChannels>
    void add_cells(std::uint32_t y, const std::uint8_t* bits);
    static Cells coarser(const Cells& cells);
    static std::vector<PixelRect> groups(Cells cells);

    PixelSize size_;
    Cells cells_;
    std::uint64_t changed_pixels_ = 0;
};

}  // namespace fovea::media
