// Moments as the store keeps them: milliseconds since 1970, UTC. The clock is passed in, so that a
// test decides what time it is.
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace fovea::store {

using Time = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;
using Clock = std::function<Time()>;

Time system_now();

// From 1970 to the end of 9999, which is what can be written in the form below.
bool is_storable(Time time);

// "2026-03-01T12:00:00.250Z", both ways; InvalidInput for any other form.
std::string to_iso_text(Time time);
Result<Time> time_from_iso_text(std::string_view text);

}  // namespace fovea::store
