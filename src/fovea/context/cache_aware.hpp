// Which pictures have become words under the policy that minds the provider's prompt cache (X2).
//
// Every change of an earlier message makes the provider read everything behind it anew, at many
// times the price of what it has cached. So old pictures stay as they are for a while, and then all
// of them go at once: when what it has cost to carry them since the last time is as much as the
// rewriting costs. Renting until the rent has paid for the purchase is never more than twice as dear
// as knowing the future would have been.
//
// Worked out by going through the turns from the first one, each time anew: the same conversation
// gives the same answer, and between two batches the earlier part of the request does not change.
#pragma once

#include "fovea/context/ageing.hpp"
#include "fovea/context/pictures.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::context {

// Fewer tokens than this are not worth a rewrite.
inline constexpr double kMinBatchTokens = 4096;

struct Batches {
    std::vector<bool> gone;    // for each picture
    std::size_t rewrites = 0;  // batches so far
};

Batches gone_in_batches(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings,
    const AgeingSettings& settings
);

}  // namespace fovea::context
