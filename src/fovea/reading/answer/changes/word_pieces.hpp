// The text of a picture cut into the pieces that two pictures are compared by: words of one line or
// cell that stand together where something changed.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/answer/telling.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fovea::reading {

struct WordPiece {
    std::string text;  // words with single spaces
    media::PixelRect box;
    double confidence = 1;
    std::vector<media::PixelRect> word_boxes;  // one for each word of the text

    bool operator==(const WordPiece&) const = default;
};

struct Pieces {
    std::vector<WordPiece> list;    // in reading order; barcodes last
    std::size_t outside_words = 0;  // words that touch none of the regions

    bool operator==(const Pieces&) const = default;
};

// Only words that touch a region. All pieces are whole lines where the region is the whole picture.
Pieces pieces_within(const Sight& sight, std::span<const media::PixelRect> regions);

std::size_t word_count(const WordPiece& piece);

// Adds a word at its end.
void append_word(
    WordPiece& piece, std::string_view text, const media::PixelRect& box, double confidence
);

// The words one by one.
std::vector<WordPiece> split_words(const WordPiece& piece);

}  // namespace fovea::reading
