// Puts right where the recogniser saw spaces, by the gaps that are in the picture. The network reads
// as if all were prose: it likes a space behind a colon or a bracket also inside of code, and
// overlooks one where letters nearly touch ("of the").
#pragma once

#include "fovea/reading/recognise/line_image.hpp"
#include "fovea/reading/recognise/line_word.hpp"

#include <vector>

namespace fovea::reading {

// Only lines of four words and more have gaps enough to judge by; others stay as they are.
std::vector<LineWord> settle_spaces(std::vector<LineWord> words, const LineImage& image);

bool is_letter_or_digit(char c);

}  // namespace fovea::reading
