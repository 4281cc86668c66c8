// Pieces of text that two pictures share, found by text and place.
#pragma once

#include "fovea/reading/answer/changes/word_changes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::reading {

// By how many pixels something went to the right and down.
struct Offset {
    std::int64_t right = 0;
    std::int64_t down = 0;

    bool operator==(const Offset&) const = default;
};

Offset offset_of(const WordPiece& before, const WordPiece& after);
Offset offset_of(const PiecePair& pair);

// Up to two pixels are no move: ink may end a pixel further where a line was cut differently.
bool is_still(const Offset& offset);

struct Match {
    std::size_t before = 0;  // index
    std::size_t after = 0;
    Offset offset;

    bool operator==(const Match&) const = default;
};

// How much has to speak for a move. A whole line that went elsewhere is known by its text; a single
// word is everywhere, and moves only in company.
enum class Evidence : std::uint8_t { OwnText, Company };

// Each piece at most once, those that stayed first. `known` are moves found earlier, which vouch
// for equal ones.
std::vector<Match> match_by_place(
    std::span<const WordPiece> before,
    std::span<const WordPiece> after,
    Evidence evidence,
    std::span<const PiecePair> known
);

// By text alone, in their order.
std::vector<Match> match_by_text(
    std::span<const WordPiece> before, std::span<const WordPiece> after
);

}  // namespace fovea::reading
