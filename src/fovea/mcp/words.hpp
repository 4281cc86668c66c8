// Words of strangers, made fit to be shown: no control characters that could drive a terminal, valid
// UTF-8, a limit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::mcp {

// Line feeds and tabs stay. What is beyond `max_bytes` is cut at a character, with "…" behind.
std::string clean_words(std::string_view text, std::size_t max_bytes);

// The same on one line.
std::string clean_line(std::string_view text, std::size_t max_bytes);

}  // namespace fovea::mcp
