// Letters of UTF-8 text, as far as matching words needs to know them.
#pragma once

#include <cstddef>
#include <string_view>

namespace fovea::reading {

// The character at `at`, which moves behind it; 0 for bytes that are no UTF-8 (one at a time).
char32_t next_character(std::string_view text, std::size_t& at);

// Digits and Latin letters in lower case and without accents ("é" is "e", "ß" is "ss"); empty for
// all others.
std::string_view folded_letter(char32_t character);

// Other letters: any character from Greek on that is no punctuation or symbol. Upper case stays.
bool is_letter(char32_t character);

// A character of a script that puts no spaces between words (Han, Kana, Thai).
bool stands_alone(char32_t character);

}  // namespace fovea::reading
