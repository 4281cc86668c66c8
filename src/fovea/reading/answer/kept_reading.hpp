// What was read from a picture, in the result cache: a second question about the same part of the
// same picture reads nothing again.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/reading/reading.hpp"
#include "fovea/store/result_cache.hpp"

#include <optional>
#include <string>

namespace fovea::reading {

// Names the picture, its part and the reader's revision.
std::string reading_key(const content::ImageBlock& image, const std::string& revision);

// Checked against `limits` and the part of `image` as if a worker had sent it.
std::optional<Reading> kept_reading(
    const store::ResultCache& known,
    const std::string& key,
    const content::ImageBlock& image,
    const media::Limits& limits
);

void keep_reading(const store::ResultCache& known, const std::string& key, const Reading& reading);

}  // namespace fovea::reading
