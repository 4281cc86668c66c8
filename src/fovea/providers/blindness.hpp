// Whether a server says that its model sees no pictures at all (P4): what it is told then is told to it
// in words, also in later turns.
//
//     if (!wire.images.empty() && says_blind(failure)) …
//
// Servers have no code for it, so it is known by their words. A refusal of one picture is none.
#pragma once

#include "fovea/providers/dialect.hpp"

namespace fovea::providers {

bool says_blind(const WireFailure& failure);

}  // namespace fovea::providers
