// Runs of words that two texts share in the same order, whatever lines they stand on.
#pragma once

#include "fovea/reading/answer/changes/word_pieces.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::reading {

// Shorter runs are chance: "of the" is in every text.
constexpr std::size_t kLeastCommonRun = 4;

struct CommonWords {
    std::vector<bool> before;  // for each word: it is part of a common run
    std::vector<bool> after;
    std::size_t words = 0;

    bool operator==(const CommonWords&) const = default;
};

// Each piece is one word. Texts of more than 2000 words a side have nothing in common: weighing
// them would take too long.
CommonWords mark_common_words(std::span<const WordPiece> before, std::span<const WordPiece> after);

}  // namespace fovea::reading
