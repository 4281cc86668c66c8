#include "fovea/reading/recognise/word_spaces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

std::uint32_t gap_between(const LineWord& left, const LineWord& right, const LineImage& image) {
    const auto before = image.original(left.first, left.end);
    const auto behind = image.original(right.first, right.end);
    const auto end = before.x + before.width;
    return behind.x > end ? behind.x - end : 0;
}

std::uint32_t middle_of(std::vector<std::uint32_t> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

void append(LineWord& word, const LineWord& next) {
    const auto length = word.text.size();
    for (const auto& letter : next.letters) {
        word.letters.push_back({length + letter.text_end, letter.middle});
    }
    word.text += next.text;
    word.end = next.end;
    word.confidence = std::min(word.confidence, next.confidence);
}

// Cuts `word` behind its letter number `count`, at the gap; returns what is left of it.
LineWord cut(LineWord& word, std::size_t count, const LineImage::Gap& gap) {
    const auto at = word.letters[count - 1].text_end;
    LineWord head{word.text.substr(0, at), {}, word.first, gap.first, word.confidence};
    head.letters.assign(word.letters.begin(), word.letters.begin() + std::ptrdiff_t(count));
    word.letters.erase(word.letters.begin(), word.letters.begin() + std::ptrdiff_t(count));
    for (auto& letter : word.letters) letter.text_end -= at;
    word.text.erase(0, at);
    word.first = gap.end;
    return head;
}

// Signs have more air around them than letters, and so has a 1 that is set as wide as other digits.
bool can_part(char left, char right) {
    return is_letter_or_digit(left) && is_letter_or_digit(right) && left != '1' && right != '1';
}

// Where a gap as wide as a space lies between two letters, there was one.
void split(LineWord word, std::uint32_t space, const LineImage& image, std::vector<LineWord>& out) {
    for (const auto& gap : image.gaps(word.first, word.end)) {
        if (gap.pixels < 3 || gap.pixels * 10 < space * 6) continue;
        const auto centre = (gap.first + gap.end) / 2;
        const auto count =
            std::size_t(std::ranges::count_if(word.letters, [&](const LineLetter& letter) {
                return letter.middle < centre;
            }));
        if (count == 0 || count == word.letters.size()) continue;
        const auto at = word.letters[count - 1].text_end;
        if (!can_part(word.text[at - 1], word.text[at])) continue;
        out.push_back(cut(word, count, gap));
    }
    out.push_back(std::move(word));
}

}  // namespace

bool is_letter_or_digit(char c) {
    // The first bytes of letters beyond Latin-1's signs; E2 begins dashes, quotes and arrows.
    const auto octet = static_cast<unsigned char>(c);
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (octet >= 0xC3 && octet != 0xE2);
}

std::vector<LineWord> settle_spaces(std::vector<LineWord> words, const LineImage& image) {
    if (words.size() < 4) return words;
    std::vector<std::uint32_t> gaps;
    for (std::size_t i = 1; i < words.size(); ++i) {
        gaps.push_back(gap_between(words[i - 1], words[i], image));
    }
    const auto space = middle_of(gaps);
    std::vector<LineWord> joined;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool joins = i > 0 && gaps[i - 1] * 3 < space * 2 &&
                           (!is_letter_or_digit(joined.back().text.back()) ||
                            !is_letter_or_digit(words[i].text.front()));
        if (joins) {
            append(joined.back(), words[i]);
        } else {
            joined.push_back(std::move(words[i]));
        }
    }
    std::vector<LineWord> settled;
    for (auto& word : joined) split(std::move(word), space, image, settled);
    return settled;
}

}  // namespace fovea::reading
