// Reads JSON that another program wrote, also where the program cut a text inside a character. One
// place for providers, MCP, hooks, hosts and the browser.
//
//     const auto value = TRY(parse_foreign_json(line, 128));
//
// Valid JSON is taken as it is. What is not valid only for its characters is mended:
//
//     bytes that are not UTF-8 (Latin-1, half a character)        U+FFFD
//     half of a surrogate pair ("\ud83d" without its other half)   U+FFFD
//     NUL, as a byte or as \u0000                                  U+FFFD
//     other control characters that stand raw in a string          the same character, escaped
//     a byte order mark at the front                               left out
//
// Whatever else is wrong stays wrong. Whoever calls includes <boost/json.hpp>.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea {

// InvalidInput, with what is wrong in a few words; LimitExceeded when it does not fit into memory.
Result<boost::json::value> parse_foreign_json(std::string_view text, std::size_t max_depth);

// The mended text. Of valid JSON nothing changes but NUL.
std::string mend_json(std::string_view text);

}  // namespace fovea
