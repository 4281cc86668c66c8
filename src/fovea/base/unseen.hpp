// Characters that do something without being seen: in a terminal, in a list of files, or before a model, which
// reads what nobody else sees.
//
//     if (is_unseen(first_character(rest).code)) …
#pragma once

#include <string>
#include <string_view>

namespace fovea {

// C0, DEL, C1, and the separators of lines and paragraphs; line feed and tab among them.
bool is_control(char32_t code);

// Marks that turn the direction of writing: "photo<U+202E>gnp.exe" shows as another name.
bool turns_direction(char32_t code);

// All that leaves nothing on the screen: controls, marks of direction, zero-width characters, the tag characters
// in which whole sentences hide (U+E0000 to U+E007F), fillers, and variation selectors beyond the first sixteen.
// Joiners (U+200C, U+200D), which emoji and several scripts need, and the first variation selectors are not.
bool is_unseen(char32_t code);

// Without unseen characters, but for line feed and tab.
std::string without_unseen(std::string_view text);

}  // namespace fovea
