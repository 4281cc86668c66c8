// The beginning of a picture's hash, as a person types it (S1).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"

#include <span>
#include <string>
#include <string_view>

namespace fovea::store {

// Its 8 to 64 digits in lower case, without the "sha256:" before them. InvalidInput for anything else.
Result<std::string> image_id_digits(std::string_view prefix);

// The one that was found: InvalidInput for several, FileNotFound for none.
Result<content::BlobRef> only_image(
    std::string_view digits, std::span<const content::BlobRef> found
);

}  // namespace fovea::store
