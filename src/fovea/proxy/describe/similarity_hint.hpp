// Which pictures look alike, by their fingerprints (FR-2.5.2): the 64 x 64 grey letterbox and pHash of
// media/compare. A hint and no more: a small crop of a large screen may well stay below the threshold,
// and the model compares what it sees either way (FR-2.5.3).
#pragma once

#include "fovea/media/compare/phash.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fovea::proxy {

struct AlikePair {
    std::size_t first = 0;  // by index, smaller one first
    std::size_t second = 0;
    double similarity = 0;  // 0..1

    bool operator==(const AlikePair&) const = default;
};

// The pairs at or above the threshold, in order. A picture without a fingerprint is in none: then the
// hint is left out and the call goes on.
std::vector<AlikePair> alike_pairs(
    std::span<const std::optional<media::Fingerprint>> pictures, double threshold
);

}  // namespace fovea::proxy
