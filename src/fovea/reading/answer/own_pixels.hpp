// A crop as the picture that it is: the way every model is shown one. What it says then counts from
// the crop's own corner, which is what readers of a fence with `crop_origin` expect (V4).
#pragma once

#include "fovea/content/seen.hpp"
#include "fovea/reading/reading.hpp"

#include <vector>

namespace fovea::reading {

// All boxes moved so that the area that was read begins at 0, 0, and the picture ends with it.
Reading in_own_pixels(Reading reading);

// Boxes of the `image`th crop back to pixels of the whole picture.
void to_whole_pixels(
    std::vector<content::LabelledBox>& boxes, std::size_t image, const media::PixelRect& area
);

}  // namespace fovea::reading
