// The data behind lookalikes.hpp, each table sorted by its first column.
#pragma once

#include <span>
#include <string_view>

namespace fovea::proxy {

struct LetterRow {
    char32_t character;
    char letters[4];  // of tag names, lower case, l as i; may be empty
    char plain;  // the ASCII character that it is a form of, full-width or accented; 0: of none
};

struct RangeRow {
    char32_t first;
    char32_t last;
};

struct EntityRow {
    std::string_view name;  // without & and ;
    char32_t character;
    bool may_stand_open;  // HTML reads it without its semicolon too: &lt
};

std::span<const LetterRow> letter_rows();
std::span<const RangeRow> unseen_ranges();
std::span<const RangeRow> separator_ranges();
std::span<const EntityRow> entity_rows();

}  // namespace fovea::proxy
