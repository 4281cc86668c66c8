// Words to the lines of a page.
#pragma once

#include "fovea/reading/page/page.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::reading {

// With single spaces between the words, which come as they stand, from left to right.
PageLine page_line(const Reading& reading, std::vector<std::size_t> words);

// With a text of its own.
PageLine page_line(const Reading& reading, std::vector<std::size_t> words, std::string text);

// Around both; an empty one counts for nothing.
media::PixelRect around(const media::PixelRect& a, const media::PixelRect& b);

}  // namespace fovea::reading
