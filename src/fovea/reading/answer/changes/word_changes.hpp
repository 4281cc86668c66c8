// Which words of two pictures are the same, which moved, and which changed.
//
//     const auto changes = find_word_changes(before.list, after.list, Places::Comparable);
//
// The same text at the same place is unchanged. The same text elsewhere moved: neighbours that move
// by the same amount vouch for each other, so that in a column of equal cells each one finds its
// own. What is left over is removed or added, and a removed and an added piece at one place (after
// what their neighbours moved by) are a replacement.
//
// Whole pieces are matched first, then the words of those that are left: two readings may cut lines
// differently.
#pragma once

#include "fovea/reading/answer/changes/word_pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::reading {

struct PiecePair {
    WordPiece before;
    WordPiece after;

    bool operator==(const PiecePair&) const = default;
};

struct WordChanges {
    std::vector<PiecePair> same;
    std::vector<PiecePair> moved;
    std::vector<PiecePair> replaced;
    std::vector<WordPiece> removed;
    std::vector<WordPiece> added;
    std::size_t reflowed_words = 0;  // in both, in the same order, on other lines

    bool operator==(const WordChanges&) const = default;
};

// Whether a place in one picture is a place in the other: not when their sizes differ. Equal texts
// are then `same` wherever they stand, and nothing is moved or replaced.
enum class Places : std::uint8_t { Comparable, Unrelated };

WordChanges find_word_changes(
    std::span<const WordPiece> before, std::span<const WordPiece> after, Places places
);

}  // namespace fovea::reading
