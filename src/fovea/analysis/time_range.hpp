// Moments of a recording as people and models write them: "12.5", "1:02.5", "1:00:03".
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::analysis {

struct Scope;

// InvalidInput for anything else.
Result<std::chrono::milliseconds> parse_time(std::string_view text);

// Into the scope. InvalidInput, too, where the end does not come behind the start.
Result<void> set_range(
    const std::optional<std::string>& start, const std::optional<std::string>& end, Scope& scope
);

}  // namespace fovea::analysis
