// Undoes HTML entities in a text, and keeps where each character came from.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fovea::proxy {

struct Piece {
    char32_t code = 0;
    std::size_t begin = 0;  // the bytes of the text that it came from
    std::size_t end = 0;
    bool as_itself = true;    // it stands in the text; nothing was decoded or replaced
    bool odd_before = false;  // unseen characters before it were dropped
};

// One for each character of valid UTF-8.
std::vector<Piece> pieces_of(std::string_view text);

// Decodes the entities once, as HTML has it: numbered ones and those known by name (find_entity()),
// some of which need no semicolon. False when there were none.
bool decode_entities(std::vector<Piece>& pieces);

}  // namespace fovea::proxy
