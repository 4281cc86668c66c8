// Boxes by the bands of rows that they touch, each band sorted from the left: whoever looks for
// neighbours reads a few short pieces of it instead of all boxes.
//
// Boxes that were laid out to be in each other's way (a dither pattern, nested frames) could still
// be read all by all: after kMaxLooksPerBox for each of them, on the average, visit() finds nothing
// more. Letters on a screen need a tenth of that.
#pragma once

#include "fovea/media/text/marks.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fovea::media {

class Bands {
public:
    static constexpr std::uint32_t kRows = 16;
    static constexpr std::uint64_t kMaxLooksPerBox = 256;

    // Borrows the boxes, which must outlive it; none may be empty.
    explicit Bands(const std::vector<Mark>& boxes) : boxes_(boxes) {
        std::uint32_t bottom = 0;
        for (const auto& box : boxes) bottom = std::max(bottom, box.bottom);
        bands_.resize(bottom / kRows + 1);
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            for (auto band = boxes[i].top / kRows; band <= (boxes[i].bottom - 1) / kRows; ++band) {
                bands_[band].push_back(i);
            }
        }
        for (auto& band : bands_) {
            std::ranges::sort(band, {}, [&](std::uint32_t i) { return boxes_[i].left; });
        }
    }

    // Calls visit(i) once for each box that begins within columns [from, to) and has rows in the
    // bands of [top, bottom).
    template <class Visit>
    void visit(
        std::uint32_t from, std::uint32_t to, std::uint32_t top, std::uint32_t bottom, Visit visit
    ) const {
        for (auto band = top / kRows; band < bands_.size() && band * kRows < bottom; ++band) {
            const auto& members = bands_[band];
            const auto left_of = [&](std::uint32_t i) { return boxes_[i].left; };
            auto it = std::ranges::lower_bound(members, from, {}, left_of);
            for (; it != members.end() && boxes_[*it].left < to; ++it) {
                if (looks_ >= kMaxLooksPerBox * (boxes_.size() + 64)) return;
                ++looks_;
                const auto seen_first = std::max(boxes_[*it].top, top) / kRows;
                if (band == seen_first) visit(*it);
            }
        }
    }

    // How many boxes were read from the bands so far.
    std::uint64_t looks() const { return looks_; }

private:
    const std::vector<Mark>& boxes_;
    mutable std::uint64_t looks_ = 0;
    std::vector<std::vector<std::uint32_t>> bands_;
};

}  // namespace fovea::media
