// What an image block shows, as a name: of a whole picture the hash of its file, of a part a hash of that and
// of its place. By these names it is known what was described (descriptions.hpp, turn_sight.hpp).
//
//     if (const auto* said = known.find(sight_name(image, blob))) …
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/timestamp.hpp"

namespace fovea::proxy {

Sha256 sight_name(const content::ImageBlock& image, const content::BlobRef& file);

// Of what a block of that file shows.
store::Entry description_entry(
    const content::ImageBlock& image,
    const content::BlobRef& file,
    const KeptDescription& description,
    store::Time time
);

}  // namespace fovea::proxy
