// Takes words whose text was taken away out of a reading, and lines that have none left.
#pragma once

#include "fovea/reading/reading.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace fovea::reading {

inline void drop_empty(Reading& reading) {
    std::erase_if(reading.words, [](const Word& word) { return word.text.empty(); });
    std::vector<bool> has_words(reading.lines.size());
    for (const auto& word : reading.words) has_words[word.line] = true;
    std::vector<std::size_t> place(reading.lines.size());
    std::vector<media::TextLine> lines;
    for (std::size_t i = 0; i < reading.lines.size(); ++i) {
        place[i] = lines.size();
        if (has_words[i]) lines.push_back(reading.lines[i]);
    }
    for (auto& word : reading.words) word.line = place[word.line];
    reading.lines = std::move(lines);
}

}  // namespace fovea::reading
