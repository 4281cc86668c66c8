#include "fovea/reading/page/chance_words.hpp"

#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// How much a character says: signs, of which specks and twigs look like many, say nothing, and one
// of the East as much as several letters.
std::ptrdiff_t weight(char32_t c) {
    constexpr char32_t kFirstAccented = 0xC0;
    constexpr char32_t kFirstSign = 0x2000;  // punctuation, arrows, shapes
    constexpr char32_t kFirstEastern = 0x2E80;
    if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (c < kFirstAccented || (c >= kFirstSign && c < kFirstEastern)) return 0;
    return c >= kFirstEastern ? 3 : 1;
}

std::ptrdiff_t letters_in(std::string_view text) {
    std::ptrdiff_t letters = 0;
    for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) {
        letters += weight(first_character(text).code);
    }
    return letters;
}

struct Line {
    std::ptrdiff_t letters = 0;
    double sum = 0;  // of the words' confidences, by their length
    double length = 0;

    bool is_certain() const {
        const auto confidence = length > 0 ? sum / length : 0;
        if (letters <= 6) return letters >= 3 && confidence >= 0.9;
        return confidence >= 0.7;
    }
};

}  // namespace

void drop_chance_words(Reading& reading, std::size_t lines_tried) {
    const auto kept = reading.lines.size();
    const auto refused = lines_tried - std::min(lines_tried, kept);
    if (refused <= 4 || refused <= 3 * kept) return;

    std::vector<Line> lines(kept);
    for (const auto& word : reading.words) {
        auto& line = lines[word.line];
        line.letters += letters_in(word.text);
        line.sum += word.confidence * double(word.text.size());
        line.length += double(word.text.size());
    }
    std::vector<std::size_t> place(kept);
    std::vector<media::TextLine> certain;
    for (std::size_t i = 0; i < kept; ++i) {
        place[i] = certain.size();
        if (lines[i].is_certain()) certain.push_back(reading.lines[i]);
    }
    std::erase_if(reading.words, [&](const Word& word) { return !lines[word.line].is_certain(); });
    for (auto& word : reading.words) word.line = place[word.line];
    reading.lines = std::move(certain);
}

}  // namespace fovea::reading
