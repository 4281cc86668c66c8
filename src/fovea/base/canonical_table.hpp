// The data behind canonical_form.hpp, each table sorted by its first column.
#pragma once

#include <cstdint>
#include <span>

namespace fovea {

struct PartsRow {
    char32_t character;
    char32_t first;   // comes apart further where it has a row itself
    char32_t second;  // 0: the character is another way to write `first`
};

// Marks of one class keep their order, others are put in the order of their classes.
struct ClassRow {
    char32_t first;
    char32_t last;
    std::uint8_t number;
};

std::span<const PartsRow> parts_rows();
std::span<const ClassRow> class_rows();

}  // namespace fovea
