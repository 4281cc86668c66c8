// Pieces of text written by hand, for tests: letters 8 pixels wide, words 16 high.
#pragma once

#include "fovea/reading/answer/changes/word_pieces.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <string>

namespace fovea::reading {

inline WordPiece piece_at(std::uint32_t x, std::uint32_t y, const std::string& text) {
    WordPiece piece;
    for (const auto& word : words_between_spaces(text)) {
        const auto width = 8 * static_cast<std::uint32_t>(word.size());
        append_word(piece, word, {x, y, width, 16}, 1);
        x += width + 8;
    }
    return piece;
}

}  // namespace fovea::reading
