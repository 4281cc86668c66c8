// Boxes by the bands of rows that they touch, each band sorted from the left: whoever looks for
// neighbours reads a few short pieces of it instead of all boxes.
#pragma once

#include "fovea/media/ocr/marks.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fovea::media {

class Bands {
public:
    static constexpr std::uint32_t kRows = 16;

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
                const auto seen_first = std::max(boxes_[*it].top, top) / kRows;
                if (band == seen_first) visit(*it);
            }
        }
    }

private:
    const std::vector<Mark>& boxes_;
    std::vector<std::vector<std::uint32_t>> bands_;
};

}  // namespace fovea::media
