// What operators ask first: is it alive, is it ready, what does it count, what can be asked.
#pragma once

#include "fovea/serve/http/route.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fovea::serve {

struct OperationParts {
    std::function<bool()> is_stopping;
    std::function<std::optional<std::string>()> trouble;  // why nothing could be kept; may block
    std::function<std::string()> metrics;
    const Router* router = nullptr;  // all that there are
};

std::vector<Route> operation_routes(OperationParts parts);

}  // namespace fovea::serve
