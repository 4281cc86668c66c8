// Replies in the result cache, as JSON.
#pragma once

#include "fovea/providers/provider.hpp"
#include "fovea/store/result_cache.hpp"

#include <optional>
#include <string>

namespace fovea::proxy {

std::optional<providers::Reply> kept_reply(const store::ResultCache& known, const std::string& key);

void keep_reply(
    const store::ResultCache& known, const std::string& key, const providers::Reply& reply
);

}  // namespace fovea::proxy
