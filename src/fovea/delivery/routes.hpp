// The models that a turn may go to, in order, and what each gets in another form (R1 to R3).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/delivery/prepare.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/router/route.hpp"

#include <string>
#include <vector>

namespace fovea::delivery {

struct RoutedTarget {
    Target target;
    router::Route route;
};

// `model` is asked first, then routing.fallback. NoCandidate as the router says; a model whose
// provider is not configured, or that cannot fill the schema that is asked for, is an error when it is
// `model` itself, and is passed over otherwise.
Result<std::vector<RoutedTarget>> routes_for(
    const Conversation& conversation,
    const std::string& model,
    const config::Settings& settings,
    const Picturing& picturing,
    const ServerSays& server_says = {}
);

}  // namespace fovea::delivery
