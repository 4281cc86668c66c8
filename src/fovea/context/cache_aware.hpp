// In which form each picture goes under the policy that minds the provider's prompt cache (X2).
//
// Every change of an earlier message makes the provider read everything behind it anew, at many
// times the price of what it has cached. So old pictures stay as they are for a while, and then all
// of them get at once the form that their age asks for (X1), small or words.
//
// When: each turn that a picture stays larger than its age asks for has its rent, the price of
// reading the difference from the cache. A batch rewrites the last few turns, whose pictures are
// not words yet, and the next batch will rewrite those turns again; everything older it rewrites
// for good, as any policy must some day. So only those few turns are what a batch costs more than
// waiting does, and the best time is when the rent since the last batch has come to that. (The
// formula for the size of an order in a warehouse says the same.) Where pictures are dear to carry
// that is every turn, as by age alone; where words are long it is seldom. Besides, the rewriting
// must be worth it: a conversation is expected to go on for as long as it has lasted.
//
// Where the cache keeps only what is marked, a pinned picture has everything behind it rewritten by
// every batch (CacheReach), so that batches behind one are seldom.
//
// Never dearer than by age alone, as far as tokens can be estimated: what that would have cost is
// counted along, and pictures wait only while the lead pays for catching up.
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
