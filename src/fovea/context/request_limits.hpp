// What a model's provider takes of one whole request. The defaults are those of a model about which
// nothing is known (M5): 5 MiB a picture before base64, 1568 px, no limit on the request.
#pragma once

#include "fovea/models/image_tokens.hpp"

#include <cstdint>
#include <optional>

namespace fovea::context {

// More than `count` pictures in a request: each side of each at most `max_edge`.
struct ManyImages {
    std::uint32_t count = 20;
    std::uint32_t max_edge = 2000;
};

struct RequestLimits {
    std::optional<std::uint32_t> max_images;
    std::optional<std::uint64_t> max_image_bytes = 5u << 20;  // of the file
    std::optional<std::uint64_t> max_image_encoded_bytes;     // of the file in base64
    std::optional<std::uint64_t> max_request_bytes;
    std::optional<std::uint32_t> max_edge;                 // px; the provider refuses more
    std::optional<std::uint32_t> recommended_edge = 1568;  // px; more is only thrown away
    std::uint32_t min_edge = 0;  // px; the provider refuses less, so what is smaller gets a margin
    std::optional<ManyImages> many_images;
    std::optional<std::uint64_t> max_image_tokens;  // of all pictures together
    bool accepts_gif = true;
    bool accepts_webp = true;
    bool accepts_urls = true;

    std::optional<models::ImageTokenRule> token_rule;
    models::Detail detail = models::Detail::Auto;
};

}  // namespace fovea::context
