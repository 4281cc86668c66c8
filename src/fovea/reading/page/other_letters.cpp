#include "fovea/reading/page/other_letters.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// Of the words of a line that have letters. Text that can be read is hardly ever below 0.95.
constexpr double kJumble = 0.85;

constexpr double kLong = 3;            // lines of so many heights at least: icons are shorter
constexpr std::size_t kFew = 4;        // lines
constexpr double kShare = 0.35;        // of all that is long
constexpr double kMostTexture = 0.25;  // photographs are full of what looks like lines

struct Line {
    double sum = 0;  // of the confidences, by the words' length
    double letters = 0;

    bool is_jumble() const { return letters >= 2 && sum < kJumble * letters; }
};

bool has_letters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               static_cast<unsigned char>(c) >= 0x80;
    });
}

std::vector<Line> lines_of(const Reading& reading) {
    std::vector<Line> lines(reading.lines.size());
    for (const auto& word : reading.words) {
        if (!has_letters(word.text)) continue;
        const auto length = double(word.text.size());
        lines[word.line].sum += word.confidence * length;
        lines[word.line].letters += length;
    }
    return lines;
}

double length_of(const media::TextLine& line) {
    const auto [along, across] = std::minmax(line.box.width, line.box.height);
    return double(across) / std::max(1U, along);
}

}  // namespace

bool shows_other_letters(const Reading& reading, std::span<const media::TextLine> refused) {
    if (reading.look.texture_share > kMostTexture) return false;
    const auto lines = lines_of(reading);
    double known = 0;
    double other = 0;
    std::size_t jumbles = 0;
    std::size_t others = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto length = length_of(reading.lines[i]);
        if (lines[i].letters == 0 || length < kLong) continue;
        (lines[i].is_jumble() ? other : known) += length;
        if (lines[i].is_jumble()) ++jumbles;
    }
    for (const auto& line : refused) {
        const auto length = length_of(line);
        if (length < kLong) continue;
        other += length;
        ++others;
    }
    return jumbles > 0 && jumbles + others >= kFew && other >= kShare * (known + other);
}

void drop_jumbles(Reading& reading) {
    const auto lines = lines_of(reading);
    std::erase_if(reading.words, [&](const Word& word) { return lines[word.line].is_jumble(); });
    std::vector<std::size_t> place(lines.size());
    std::vector<media::TextLine> kept;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        place[i] = kept.size();
        if (!lines[i].is_jumble()) kept.push_back(reading.lines[i]);
    }
    for (auto& word : reading.words) word.line = place[word.line];
    reading.lines = std::move(kept);
}

}  // namespace fovea::reading
