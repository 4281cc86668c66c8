#include "fovea/reading/answer/changes/word_pieces.hpp"

#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

class Cutter {
public:
    Cutter(const Sight& sight, std::span<const media::PixelRect> regions)
        : sight_(sight), regions_(regions) {}

    void cut(const PageLine& line) {
        for (const auto index : line.words) {
            if (index >= sight_.reading.words.size()) continue;
            const auto& word = sight_.reading.words[index];
            if (word.text.empty() || word.text.find(' ') != std::string::npos) continue;  // no word
            if (touches_any(word.box)) {
                append_word(open_, word.text, word.box, word.confidence);
            } else {
                finish();
                ++pieces_.outside_words;
            }
        }
        finish();
    }

    void add(const Barcode& barcode) {
        if (!touches_any(barcode.box)) return;
        WordPiece piece;
        append_word(piece, barcode.format, barcode.box, 1);
        for (const auto& word : words_between_spaces(barcode.text)) {
            append_word(piece, word, barcode.box, 1);
        }
        pieces_.list.push_back(std::move(piece));
    }

    Pieces take() { return std::move(pieces_); }

private:
    bool touches_any(const media::PixelRect& box) const {
        return std::ranges::any_of(regions_, [&](const auto& region) {
            return touches(region, box);
        });
    }

    void finish() {
        if (!open_.text.empty()) pieces_.list.push_back(std::move(open_));
        open_ = {};
    }

    const Sight& sight_;
    std::span<const media::PixelRect> regions_;
    Pieces pieces_;
    WordPiece open_;
};

}  // namespace

Pieces pieces_within(const Sight& sight, std::span<const media::PixelRect> regions) {
    Cutter cutter(sight, regions);
    for (const auto& block : sight.page.blocks) {
        for (const auto& line : block.lines) cutter.cut(line);
        for (const auto& row : block.cells) {
            for (const auto& cell : row) cutter.cut(cell);
        }
    }
    for (const auto& barcode : sight.reading.barcodes) cutter.add(barcode);
    return cutter.take();
}

std::size_t word_count(const WordPiece& piece) {
    return piece.word_boxes.size();
}

void append_word(
    WordPiece& piece, std::string_view text, const media::PixelRect& box, double confidence
) {
    if (!piece.text.empty()) piece.text += ' ';
    piece.text += text;
    piece.box = around(piece.box, box);
    piece.confidence = std::min(piece.confidence, confidence);
    piece.word_boxes.push_back(box);
}

std::vector<WordPiece> split_words(const WordPiece& piece) {
    const auto texts = words_between_spaces(piece.text);
    std::vector<WordPiece> words;
    for (std::size_t i = 0; i < texts.size() && i < piece.word_boxes.size(); ++i) {
        words.emplace_back();
        append_word(words.back(), texts[i], piece.word_boxes[i], piece.confidence);
    }
    return words;
}

}  // namespace fovea::reading
