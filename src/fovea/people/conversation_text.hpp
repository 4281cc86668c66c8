// A stored conversation as people read it:
//
//     user · 2026-03-01 12:00
//     [image: 1920x1080 image/png shot.png sha256:1a2b3c4d…]
//     what is wrong here?
//
// Nothing in it can act on a terminal. A picture whose bytes are gone says so (DIG-12).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/entry.hpp"

#include <functional>
#include <span>
#include <string>

namespace fovea::people {

using IsStored = std::function<bool(const content::BlobRef& blob)>;

// The messages; entries of other kinds are left out. Without a line end behind the last one.
Result<std::string> conversation_text(
    std::span<const store::Entry> entries, const IsStored& is_stored
);

}  // namespace fovea::people
