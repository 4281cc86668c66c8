// Hebrew, Arabic and their kin run from right to left, with numbers and foreign words in them that do
// not. Words and letters that come as they stand, from left to right, are put in the order in which
// they are read.
//
//     in_letter_order("ךס");                                // "סך"
//     order_of_words({"350", "לוכה", "ךס"});                // 2 1 0
//
// A short form of the Unicode bidirectional algorithm (UAX #9), for one line: what runs against the
// line's direction is turned run by run.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

bool runs_right_to_left(std::string_view word);

// Words that run from left to right stay as they are.
std::string in_letter_order(std::string_view word);

// Indices of the words in the order in which they are read.
std::vector<std::size_t> order_of_words(std::span<const std::string_view> words);

}  // namespace fovea
