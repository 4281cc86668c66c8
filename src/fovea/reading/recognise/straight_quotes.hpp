// Quotation marks as a keyboard has them. On a screen the network cannot tell " from a curled mark
// and prefers the curled ones of books, which break every string in code.
#pragma once

#include <string>
#include <string_view>

namespace fovea::reading {

std::string with_straight_quotes(std::string_view text);

}  // namespace fovea::reading
