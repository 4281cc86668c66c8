// Names of sessions: random, or chosen by a person. Either way safe in a URL, a path and a command
// line.
#pragma once

#include "fovea/base/result.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace fovea::store {

using SessionIdSource = std::function<std::string()>;

// 20 letters and digits, 100 random bits; none that look alike.
std::string random_session_id();

// 1 to 64 letters, digits, "_", "-" and ".", the first of them a letter or a digit. InvalidInput for
// anything else.
Result<void> check_session_id(std::string_view id);

}  // namespace fovea::store
