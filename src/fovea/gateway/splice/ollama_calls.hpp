// Calls in Ollama's messages, whole or in pieces.
#pragma once

#include "fovea/gateway/scan/body_scanner.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

bool counts_in_ollama(std::string_view key);  // "eval_count"

// "[…]": the list without calls of ours. A call without an id gets one: by it its program says it again, and calls of ours that
// stood beside it are found.
std::string ollama_calls(
    std::string_view json, Span calls, bool& has_ours, std::vector<std::string>& their_calls
);

}  // namespace fovea::gateway
