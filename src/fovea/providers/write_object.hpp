#pragma once

#include "fovea/base/result.hpp"
#include "fovea/providers/json_writer.hpp"

#include <string_view>

namespace fovea::providers {

// Writes a JSON object that came as text, "" meaning {}. InvalidInput when it is none; `what` names
// it: "the schema of a tool".
Result<void> write_object(JsonWriter& json, std::string_view text, std::string_view what);

}  // namespace fovea::providers
