#include "fovea/reading/page/code_text.hpp"

#include "fovea/reading/page/monospace.hpp"
#include "fovea/reading/page/pieces.hpp"

#include <algorithm>
#include <cmath>

namespace fovea::reading {
namespace {

// No terminal is a thousand columns wide; a hostile box could ask for billions.
constexpr double kMaxColumns = 1000;

std::size_t whole_columns(double columns) {
    if (!(columns > 0)) return 0;
    return static_cast<std::size_t>(std::lround(std::min(columns, kMaxColumns)));
}

// Spaces between two words, by the gap. Independent of how many letters were read before it.
double spaces_between(const Word& before, const Word& after, TextTurn turn, double advance) {
    const auto gap = upright(after.box, turn).left - upright(before.box, turn).right;
    return gap / advance - right_bearing(before.text) - left_bearing(after.text);
}

}  // namespace

double column_of(const Word& word, TextTurn turn, const CodeGrid& grid) {
    const auto left = upright(word.box, turn).left;
    return (left - grid.origin) / grid.advance - left_bearing(word.text);
}

std::string code_text(
    const Reading& reading, std::span<const std::size_t> words, const CodeGrid& grid
) {
    std::string text;
    std::size_t length = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& word = reading.words[words[i]];
        const auto column = whole_columns(column_of(word, reading.turn, grid));
        std::size_t spaces = column;
        if (i > 0) {
            const auto& before = reading.words[words[i - 1]];
            const auto gap = spaces_between(before, word, reading.turn, grid.advance);
            // Less than a column is still a space: of another font, or beside a wide letter. So is what the reader of
            // one line took for one.
            const bool is_space = gap > 0.25 || before.line == word.line;
            spaces = std::max<std::size_t>(whole_columns(gap), is_space ? 1 : 0);
            // Wide gaps line up with what stands above and below, whatever was misread before them.
            if (spaces >= 3 && column > length) spaces = column - length;
        }
        text.append(spaces, ' ');
        text += word.text;
        length += spaces + count_letters(word.text);
    }
    return text;
}

}  // namespace fovea::reading
