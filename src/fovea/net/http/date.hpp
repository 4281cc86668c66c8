// Dates as HTTP headers write them, in the three forms of RFC 9110, 5.6.7.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace fovea::net {

// "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT" or "Sun Nov  6 08:49:37 1994".
// Two digits of a year mean the one nearest to `now` that is not more than 50 years ahead.
std::optional<std::chrono::sys_seconds> parse_http_date(
    std::string_view text, std::chrono::system_clock::time_point now
);

}  // namespace fovea::net
