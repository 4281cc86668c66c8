// Numbers as models write them in lists.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace fovea::proxy::grounding {

// The number that stands at `at`, which moves behind it; nothing when there is none, or one that no
// double can hold. Never infinite.
std::optional<double> read_number(std::string_view text, std::size_t& at);

struct NumberList {
    std::array<double, 4> values{};  // the first of them
    std::size_t count = 0;           // of all
    std::size_t end = 0;             // behind the closing bracket
};

// A list that opens at `begin` and closes with `close`, its numbers apart by commas or white space;
// a comma too many does no harm. Nothing when anything else stands in it, or when it does not end.
// Looks no further than the next opening bracket of any kind.
std::optional<NumberList> read_numbers(std::string_view text, std::size_t begin, char close);

}  // namespace fovea::proxy::grounding
