// What a document may cost.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea::media {

struct PdfLimits {
    std::size_t max_bytes = 32u << 20;
    std::uint32_t max_pages = 100;  // of one call that reads, draws or cuts pages
};

}  // namespace fovea::media
