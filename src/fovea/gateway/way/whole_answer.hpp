// Whether an answer that came with 200 is one to give again: it said its end, and no error on the way.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <string_view>

namespace fovea::gateway {

// `type` of its content, as its server says it.
bool is_whole_answer(Dialect dialect, std::string_view type, std::string_view body);

}  // namespace fovea::gateway
