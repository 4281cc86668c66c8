// Measures how a picture looks: main colours, flatness, texture, thin lines (page/look.hpp).
//
//     const Look look = measure_look(picture);
//
// Gray8, Rgb8 or Rgba8 (over white); an empty Look for other formats. Takes at most some ten
// milliseconds, whatever the size: of screens with more than four million pixels, and of photographs
// with fewer, only every second, third, … band of sixteen rows is looked at, and of more than 65,536
// columns the first ones. The same picture always gives the same numbers.
//
// Runs only inside a worker.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/look.hpp"

namespace fovea::reading {

Look measure_look(const media::Picture& picture);

}  // namespace fovea::reading
