// How many tokens a request has, for a model whose server counts none of it as its program sent it
// (/v1/messages/count_tokens). An estimate: by letters, and by the model's own rule for pictures.
#pragma once

#include "fovea/delivery/target.hpp"
#include "fovea/gateway/dialect.hpp"

#include <cstdint>

namespace fovea::gateway {

std::uint64_t estimated_tokens(const ParsedRequest& request, const delivery::Target& target);

}  // namespace fovea::gateway
