// The part of a request to Gemini that is no conversation: tools, which of them must be called, how the answer is made.
#pragma once

#include "fovea/providers/dialect.hpp"
#include "fovea/providers/json_writer.hpp"

namespace fovea::providers::gemini {

// Into the object that is open.
Result<void> write_settings(JsonWriter& json, const Request& request, const ModelTraits& traits);

}  // namespace fovea::providers::gemini
