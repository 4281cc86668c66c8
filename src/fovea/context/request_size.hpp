// How many bytes a request takes for everything that is not a picture.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/variants.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace fovea::context {

// A text inside a JSON string.
std::uint64_t json_text_size(std::string_view text);

// Texts, calls, documents in base64 and what is written around them. A document that is not there
// counts for nothing: it will not be sent.
std::uint64_t request_size(const std::vector<content::Message>& messages, VariantMaker& files);

}  // namespace fovea::context
