// The small phrases that all tellings are made of.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// Lines that were read with less certainty than this are told as "(uncertain)".
constexpr double kUncertainBelow = 0.6;
constexpr std::string_view kUncertain = " (uncertain)";

// "[x1, y1, x2, y2]": left, top, right, bottom.
std::string box_text(const media::PixelRect& box);

// "(960, 540)"
std::string centre_text(const media::PixelRect& box);

// "1920 x 1080"
std::string size_text(const media::PixelSize& size);

// "1 line", "2 lines"
std::string count_text(std::size_t count, std::string_view one, std::string_view many);

// "71%"; "under 1%" where a rounded zero would say that there is nothing.
std::string percent_text(double share);

// Without spaces at the ends, and one for each run of blanks, line breaks included.
std::string one_line(std::string_view text);

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The word is one of a list with spaces between them.
bool is_word_of(std::string_view list, std::string_view word);

// Of a text with words between blanks, those words.
std::vector<std::string> words_between_spaces(std::string_view text);

// "reading timed out before all of the text was read"; empty when nothing is missing.
std::string missing_text(Missing missing);

// Text from a picture between quotation marks, with its own ones turned into single ones.
std::string in_quotes(std::string_view text);

}  // namespace fovea::reading
