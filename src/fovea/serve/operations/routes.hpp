// What operators ask first: is it alive, is it ready, what does it count, what can be asked.
#pragma once

#include "fovea/serve/http/route.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fovea::serve {

struct OperationParts {
    std::function<bool()> is_ready;
    std::function<std::string()> metrics;
    const Router* router = nullptr;  // all that there are
};

std::vector<Route> operation_routes(OperationParts parts);

}  // namespace fovea::serve
