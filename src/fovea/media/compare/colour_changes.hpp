// Which changed regions are the same shape in another colour: a button that went from blue to
// green, a link that turned red (M8).
//
//     const auto changes = find_changes(before, after, settings);
//     const auto recoloured = find_colour_changes(before, after, changes.regions, settings);
//
// Words that come or go are no such change: there, one of the two colours is the ground around
// them.
#pragma once

#include "fovea/media/compare/change_regions.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"

#include <span>
#include <vector>

namespace fovea::media {

struct ColourChange {
    PixelRect region;  // one of those given
    Colour before;
    Colour after;
    double share = 0;  // of the region's pixels

    bool operator==(const ColourChange&) const = default;
};

// At most one for each region, in their order. The pictures are of equal size, gray, RGB or RGBA.
std::vector<ColourChange> find_colour_changes(
    const Picture& before,
    const Picture& after,
    std::span<const PixelRect> regions,
    const ChangeSettings& settings
);

}  // namespace fovea::media
