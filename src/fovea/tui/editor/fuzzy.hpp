// How well a few letters fit a name: all of them in their order, better where they stand together or begin
// words.
//
//     fuzzy_score("shpng", "shots/a.png")      // more is better; none: they are not all in it
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

std::optional<int> fuzzy_score(std::string_view letters, std::string_view name);

// The best of them, at most so many; of equal ones the shorter first.
std::vector<std::string> best_matches(
    std::string_view letters, const std::vector<std::string>& names, std::size_t most
);

}  // namespace fovea::tui
