// Makes the pictures of a request so that all of them together are within its limits.
//
// The solver (fit_request) bounds what it cannot know. Here the pictures are made as large as one
// alone may be, measured, and only if they really are too much together does the solver share the
// bytes by what was measured. So a variant mostly depends on its original and the model alone, and
// a conversation that grows leaves the bytes of its earlier pictures as they were.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/context/fit_request.hpp"
#include "fovea/context/variants.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::context {

struct Wanted {
    Candidate candidate;
    std::optional<content::BlobRef> original;  // none for an address
    std::optional<media::PixelRect> crop;
};

struct Fit {
    Fitted fitted;
    std::optional<Variant> variant;  // none for words and for addresses
    std::vector<Variant> tiles;      // one for each of fitted.tiles
};

// One for each that was wanted. A picture that cannot be made goes as words, with the reason;
// LimitExceeded as fit_request() says. Cancelled, StoreError and Internal are handed on.
Result<std::vector<Fit>> make_fitting(
    std::vector<Wanted> wanted,
    const RequestLimits& limits,
    std::uint64_t used_bytes,
    VariantMaker& maker,
    const std::stop_token& stop,
    GivingWay giving_way = GivingWay::OneByOne
);

}  // namespace fovea::context
