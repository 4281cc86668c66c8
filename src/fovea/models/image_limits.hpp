// What a model's provider takes of one picture.
#pragma once

#include "fovea/models/catalogue.hpp"

#include <cstdint>
#include <optional>

namespace fovea::models {

struct ImageLimits {
    std::optional<std::uint32_t> max_edge;   // px; absent where the provider names none
    std::optional<std::uint64_t> max_bytes;  // of the file, before base64
    bool accepts_gif = true;
    bool accepts_webp = true;
};

ImageLimits image_limits(const Model& model);

}  // namespace fovea::models
