// What changed between two pictures, told region by region.
#pragma once

#include "fovea/media/compare/compare.hpp"
#include "fovea/reading/answer/telling.hpp"

#include <cstddef>

namespace fovea::reading {

// Adds the changes from `before` to `after`. Boxes of what is new belong to picture `image`, boxes
// of what was removed to the one before it.
void add_changes(
    Told& told,
    const Sight& before,
    const Sight& after,
    const media::Compared& compared,
    std::size_t image
);

// Whether both show one thing at two times, and not two things.
bool show_the_same(const media::Compared& compared);

}  // namespace fovea::reading
