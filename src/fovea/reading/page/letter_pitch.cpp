#include "fovea/reading/page/letter_pitch.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::size_t kMinWords = 6;
constexpr std::size_t kMinLetters = 5;  // in shorter words, one wide letter decides

// The ink of the first and the last letter ends before their cells do, by this part of one.
constexpr double kBearings = 0.2;

// Boxes are whole pixels, and letters fill their cells differently.
constexpr double kSpread = 1.12;

struct Pitch {
    double width = 0;
    std::size_t letters = 0;
};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Digits are equally wide in most fonts and tell nothing.
bool tells(std::string_view text) {
    const auto letters = static_cast<std::size_t>(std::ranges::count_if(text, is_letter));
    return text.size() >= kMinLetters && letters * 2 >= text.size();
}

}  // namespace

double share_of_one_pitch(std::span<const Word> words) {
    std::vector<Pitch> pitches;
    std::size_t all = 0;
    for (const auto& word : words) {
        if (word.confidence < 0.6 || !tells(word.text)) continue;
        const auto letters = word.text.size();
        pitches.push_back({word.box.width / (double(letters) - kBearings), letters});
        all += letters;
    }
    if (pitches.size() < kMinWords) return 0;
    std::ranges::sort(pitches, {}, &Pitch::width);
    std::size_t most = 0;
    std::size_t within = 0;
    std::size_t end = 0;
    for (std::size_t from = 0; from < pitches.size(); ++from) {
        while (end < pitches.size() && pitches[end].width <= pitches[from].width * kSpread) {
            within += pitches[end++].letters;
        }
        most = std::max(most, within);
        within -= pitches[from].letters;
    }
    return double(most) / double(all);
}

}  // namespace fovea::reading
