// Whether a request changes what an earlier one already said, so that the provider's prompt cache is
// lost from there on (X2).
//
//     if (prefix_changes(messages, known, ageing, standing_of)) ++rewrites;
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/render_context.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::context {

// The first `known` messages were sent before, as a conversation of their own: true when a picture
// in them goes in another form now.
bool prefix_changes(
    const std::vector<content::Message>& messages,
    std::size_t known,
    const AgeingSettings& settings,
    const StandingOf& standing_of = {}
);

// The same from the receipts of two requests, one after the other, of a conversation that grew: true
// when a picture of the first went as something else in the second, for whatever reason.
bool prefix_changes(std::span<const Delivery> before, std::span<const Delivery> now);

}  // namespace fovea::context
