// Letters that look the same, or differ in nothing but their size: 0, O and o; C and c; a Latin a and a Cyrillic one.
// Which of them it is, only what stands around it can tell.
#pragma once

#include <string_view>

namespace fovea::reading {

// Alone they may as well be a rule, or where somebody writes.
constexpr std::u32string_view kStrokes = U"1lI|";

// All that look like this one, itself among them; empty where there are none.
std::u32string_view alike(char32_t letter);

}  // namespace fovea::reading
