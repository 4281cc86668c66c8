// Thoughts on their way through a client of another dialect. Every dialect that shows thoughts has one
// opaque field for them, which its clients send back unchanged: what another provider signed travels
// in it, and comes home when the conversation goes on.
//
//     signature_for(Dialect::Anthropic, {"hm", "gAAA…", "openai_responses"})   // "fovea:openai_responses:gAAA…"
//     thinking_of(Dialect::Anthropic, "hm", "fovea:openai_responses:gAAA…")    // the same block again
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/gateway/dialect.hpp"

#include <string>
#include <string_view>

namespace fovea::gateway {

std::string signature_for(Dialect client, const content::ThinkingBlock& thinking);
content::ThinkingBlock thinking_of(
    Dialect client, std::string_view text, std::string_view signature
);

}  // namespace fovea::gateway
