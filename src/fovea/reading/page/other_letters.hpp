// Writing in letters that our own reader was never taught (Chinese, Arabic, Hebrew, Thai …): it makes a jumble of those
// that it knows, and is hardly ever sure of it.
#pragma once

#include "fovea/reading/reading.hpp"

#include <span>

namespace fovea::reading {

// `refused`: lines that were found and tried, and of which nothing was believed.
bool shows_other_letters(const Reading& reading, std::span<const media::TextLine> refused);

// What was made of such lines.
void drop_jumbles(Reading& reading);

}  // namespace fovea::reading
