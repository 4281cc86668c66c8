// A line that somebody typed, as words: /vision-proxy describe "my shot.png" --question 'what is it?'
//
// Blanks part words; '…' takes everything as it stands; "…" and the rest of a line know \ before the
// next character, inside "…" only before " and \. InvalidInput for a quote that nothing ends, a \ at
// the end, and lines over 64 KiB.
#pragma once

#include "fovea/base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy {

Result<std::vector<std::string>> split_words(std::string_view line);

}  // namespace fovea::proxy
