#include "fovea/reading/answer/changes/common_words.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::reading {
namespace {

// The table of the longest common subsequence has a cell for each pair of words, two bytes each.
constexpr std::size_t kMaxWords = 2000;

// Cell (i, j): how many words the texts from word i and word j on have in common.
class CommonLengths {
public:
    CommonLengths(std::span<const WordPiece> before, std::span<const WordPiece> after)
        : columns_(after.size() + 1), cells_((before.size() + 1) * columns_, 0) {
        for (auto i = before.size(); i-- > 0;) {
            for (auto j = after.size(); j-- > 0;) {
                const bool equal = before[i].text == after[j].text;
                cells_[i * columns_ + j] = equal ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                                 : std::max(at(i + 1, j), at(i, j + 1));
            }
        }
    }

    std::uint16_t at(std::size_t i, std::size_t j) const { return cells_[i * columns_ + j]; }

private:
    std::size_t columns_;
    std::vector<std::uint16_t> cells_;
};

}  // namespace

CommonWords mark_common_words(std::span<const WordPiece> before, std::span<const WordPiece> after) {
    CommonWords common{std::vector<bool>(before.size()), std::vector<bool>(after.size()), 0};
    if (before.size() > kMaxWords || after.size() > kMaxWords) return common;
    const CommonLengths lengths(before, after);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < before.size() && j < after.size()) {
        std::size_t run = 0;
        while (i + run < before.size() && j + run < after.size() &&
               before[i + run].text == after[j + run].text) {
            ++run;
        }
        for (std::size_t k = 0; k < run && run >= kLeastCommonRun; ++k) {
            common.before[i + k] = common.after[j + k] = true;
            ++common.words;
        }
        if (run > 0) {
            i += run;
            j += run;
        } else if (lengths.at(i + 1, j) >= lengths.at(i, j + 1)) {
            ++i;
        } else {
            ++j;
        }
    }
    return common;
}

}  // namespace fovea::reading
