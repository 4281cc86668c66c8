// The same picture goes out once (X3): of several appearances of one file (and one crop of it) the
// first with the best form carries the pixels, the others refer to it.
//
// Runs after ageing. A picture that is small in an old turn and attached again in this one goes out
// whole, here, and the old place refers to it; places that have aged to words stay those words.
#pragma once

#include "fovea/context/ageing.hpp"
#include "fovea/context/pictures.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fovea::context {

// The same file and the same part of it.
bool shows_the_same(const content::ImageBlock& one, const content::ImageBlock& other);

// For each appearance: the index of the one it refers to; nothing for those that stand for
// themselves.
std::vector<std::optional<std::size_t>> find_duplicates(
    std::span<const Appearance> pictures, std::span<const Aged> aged
);

}  // namespace fovea::context
