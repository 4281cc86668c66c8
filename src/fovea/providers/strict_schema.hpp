// Whether a schema is one that OpenAI binds a model to ("strict": true). It refuses the others with a
// 400; with "strict": false it takes them as guidance, and whoever asked checks the answer.
//
// Strict are objects that list every property as required and allow no others, and nothing but the
// keywords of its guide to structured outputs, section "Supported schemas" (2026).
#pragma once

#include <string_view>

namespace fovea::providers {

// False also for what is no JSON.
bool is_strict_schema(std::string_view schema);

}  // namespace fovea::providers
