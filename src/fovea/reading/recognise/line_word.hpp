// What an engine read from the image of a line: words, by columns of that image.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::reading {

// One character, or what the engine takes for one.
struct LineLetter {
    std::size_t text_end = 0;  // where it ends in its word's text
    double middle = 0;         // column of the line's image
};

struct LineWord {
    std::string text;  // UTF-8
    std::vector<LineLetter> letters;
    double first = 0;       // column of the line's image
    double end = 0;         // one past the last
    double confidence = 0;  // 0 to 1
};

}  // namespace fovea::reading
