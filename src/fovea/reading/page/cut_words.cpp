#include "fovea/reading/page/cut_words.hpp"

#include "fovea/reading/page/pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fovea::reading {
namespace {

// In heights of the letters: nearer than this to the edge there is no room for the space before a word. Margins
// are wider, and what lies between two letters is narrower.
constexpr double kLetterGap = 0.12;

// So many lines, none of them with a letter that is cut, are not cut by chance.
constexpr std::size_t kColumn = 3;

struct NearEdge {
    std::vector<std::size_t> words;
    bool sees_cut = false;  // one of them, for certain
};

void mark(Reading& reading, const NearEdge& near) {
    if (near.words.size() >= kColumn && !near.sees_cut) return;
    for (const auto i : near.words) reading.words[i].cut = true;
}

}  // namespace

void mark_cut_words(Reading& reading) {
    const auto area = upright(reading.area, reading.turn);
    NearEdge begins;
    NearEdge ends;
    for (std::size_t i = 0; i < reading.words.size(); ++i) {
        const auto& word = reading.words[i];
        const auto box = upright(word.box, reading.turn);
        const auto reach = std::max(1.0, kLetterGap * reading.lines[word.line].letter_height);
        const auto add = [&](NearEdge& near, double gap) {
            if (gap > reach) return;
            near.words.push_back(i);
            near.sees_cut |= word.cut;
        };
        add(begins, box.left - area.left);
        add(ends, area.right - box.right);
    }
    mark(reading, begins);
    mark(reading, ends);
}

}  // namespace fovea::reading
