// Words that are none: the twigs and tiles of a photograph look like short ones now and then. Where
// most of what looked like lines could not be read, only words that were read with certainty stay.
#pragma once

#include "fovea/reading/reading.hpp"

#include <cstddef>

namespace fovea::reading {

// `lines_tried` counts all lines that were looked at, also those that gave no word.
void drop_chance_words(Reading& reading, std::size_t lines_tried);

}  // namespace fovea::reading
