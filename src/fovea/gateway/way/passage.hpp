// One request on its way: passed on to a server that speaks its dialect, byte for byte and as it comes, while somebody
// looks for what that server would not take; or gathered and handed to a turn, where something must change.
#pragma once

#include "fovea/gateway/core.hpp"
#include "fovea/gateway/exchange.hpp"

#include <memory>
#include <string>

namespace fovea::gateway {

// `path_end`: what stands behind the dialect's own path, as "/count_tokens?beta=true". Borrows both.
std::shared_ptr<Exchange> make_passage(
    Core& core, Dialect dialect, Asked asked, std::string path_end, Client& client
);

// One that names no model (gateway.pass_other): to Anthropic's server where it says `anthropic-version`, else to OpenAI's.
std::shared_ptr<Exchange> make_other_passage(Core& core, Asked asked, Client& client);

}  // namespace fovea::gateway
