// What the headers of an answer say about asking again. Names count in any case.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace fovea::providers {

// The value of the first header of that name.
std::optional<std::string_view> find_header(const Headers& headers, std::string_view name);

// retry-after-ms, else retry-after in seconds or as a date, which is counted from `now`. Nothing
// when no wait is asked for, or nonsense.
std::optional<std::chrono::milliseconds> retry_after(
    const Headers& headers, std::chrono::system_clock::time_point now
);

// Counted from the answer's own Date header: a dialect has no clock, and the server's two dates fit
// together even where its clock is wrong.
std::optional<std::chrono::milliseconds> retry_after(const Headers& headers);

// x-should-retry, the provider's own word; nothing when it says neither true nor false.
std::optional<bool> should_retry(const Headers& headers);

}  // namespace fovea::providers
