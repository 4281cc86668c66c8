// Finds the names of the fence tags in a text, however they are spelt (see neutralise()).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fovea::proxy {

// There are many readers of text, and they undo its disguises in different orders: one drops
// zero-width characters before it decodes entities, one afterwards. "&#x5f", a zero-width space and
// "a" are one character to the first and two to the second. A text is safe when no name is found in
// any of these orders.
struct Reading {
    bool unseen_vanish_first = false;  // before entities are decoded
    bool plain_forms_first = false;  // full-width, accented and such forms become ASCII before that
};

struct TagName {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t bracket = kNone;   // where the < before it stands, as itself
    std::size_t after_vision = 0;  // right behind its first word

    bool operator==(const TagName&) const = default;
};

// The names in valid UTF-8, in their order, without those that are only mentioned. A reading that
// can find nothing more than the one with neither flag finds nothing.
std::vector<TagName> find_tag_names(std::string_view text, Reading reading);

}  // namespace fovea::proxy
