// Marks that stand beside each other like letters, gathered into lines. Knows only boxes, no pixels.
//
// First the marks of similar height that share a band are chained, then what is small (dots,
// commas, dashes, accents) goes to the line it belongs to. A gap wider than about a line's height
// ends a line, so table cells and columns come out apart. Frames, rules and the carpet of a
// photograph are left out as far as boxes can tell.
#pragma once

#include "fovea/media/text/marks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::media {

struct LineGroup {
    Mark bounds;  // of all its marks
    std::uint32_t letters = 0;
    std::uint32_t letter_height = 0;  // of the letter in the middle when sorted by height
};

// Letters outside of these heights are not looked for: below, nobody can read them; above, they are
// drawings.
constexpr std::uint32_t kMinLetterHeight = 5;
constexpr std::uint32_t kMaxLetterHeight = 256;

// The densest screens have a tenth of it. Where a pattern has more, those with the most letters are
// kept, so that looking at them takes no longer than a large screen does.
constexpr std::size_t kMaxGroups = 20000;

// In reading order: by bands from the top, within a band from the left.
std::vector<LineGroup> group_lines(const std::vector<Mark>& marks);

}  // namespace fovea::media
