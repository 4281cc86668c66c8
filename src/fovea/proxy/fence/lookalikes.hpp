// What a reader who wants to could take a character for in the name of a fence tag: case, accents,
// full-width and mathematical forms, letters of other scripts that look the same, digits for
// letters. Knows the letters of the three tags' names only.
#pragma once

#include <optional>
#include <string_view>

namespace fovea::proxy {

enum class LooksLike {
    Letters,    // of a tag's name
    Unseen,     // takes no room or is drawn over its neighbour: zero-width, controls, accents
    Separator,  // spaces, low lines, dashes
    Other,
};

struct Looks {
    LooksLike look = LooksLike::Other;
    std::string_view letters;  // Letters: one to three, lower case; l, I, 1 and | are all "i"
    char plain = 0;  // the ASCII character that it is, or is a full-width or accented form of
};

Looks looks_of(char32_t character);

// An HTML entity by its name ("lt"), as far as it can matter in a tag.
struct Entity {
    char32_t character = 0;
    bool may_stand_open = false;  // HTML reads it without its semicolon too
};

std::optional<Entity> find_entity(std::string_view name);

}  // namespace fovea::proxy
