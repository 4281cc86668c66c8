// In which form each picture goes under the policy that minds the provider's prompt cache (X2).
//
// Every change of an earlier message makes the provider read everything behind it anew, at many
// times the price of what it has cached. So old pictures stay as they are for a while, and then all
// of them get at once the form that their age asks for (X1), small or words: when what it has cost
// to carry them larger than that since the last time is as much as the rewriting costs. Renting until the rent has paid for the purchase is never more than twice as dear
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

// Fewer tokens than this are not worth a rewrite: three screens of 1920x1080 are.
inline constexpr double kMinBatchTokens = 7000;

struct Batches {
    std::vector<Form> forms;   // of each picture
    std::size_t rewrites = 0;  // batches so far
};

Batches age_in_batches(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings,
    const AgeingSettings& settings
);

}  // namespace fovea::context
