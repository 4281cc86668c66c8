// Calls of ours that a reply held beside its program's own, put back into the bytes of the program's next request, in its
// dialect: the server sees the conversation that it had. Everything else stays byte for byte.
//
//     const auto restored = restore_calls(dialect, body, [&](const std::string& id) { return memory.hidden_beside(id); });
//
// None where there is nothing to restore, or no place for it.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

// Calls of analyze_image that a reply held beside a program's own, with their results.
struct HiddenCalls {
    std::vector<content::ContentBlock> calls = {};
    std::vector<content::ContentBlock> results = {};
};

// By the id of a call of the program.
using FindHidden = std::function<std::optional<HiddenCalls>(const std::string& id)>;

std::optional<std::string> restore_calls(
    Dialect dialect, std::string_view body, const FindHidden& find
);

}  // namespace fovea::gateway
