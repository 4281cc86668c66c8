// Two pictures side by side: how alike they are, and where they differ (M8).
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/compare/colour_changes.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/transform/prepare.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fovea::media {

struct CompareRequest {
    Limits limits;
    bool want_overlay = false;  // the second picture with the changed regions framed, as PNG
};

struct Compared {
    PictureFacts first;
    PictureFacts second;
    std::uint64_t first_phash = 0;
    std::uint64_t second_phash = 0;
    double similarity = 0;        // 1 - hamming distance / 64
    bool identical = false;       // every pixel equal
    bool same_size = false;       // only then is there a changed fraction and regions
    double changed_fraction = 0;  // of the pixels
    std::vector<PixelRect> regions;
    std::vector<ColourChange> recoloured;  // those of the regions that have another colour
    std::size_t overlay_bytes = 0;  // written to `out`; 0 when not asked for or of different sizes

    bool operator==(const Compared&) const = default;
};

Result<Compared> compare(
    ByteView first, ByteView second, const CompareRequest& request, std::span<std::byte> out
);

}  // namespace fovea::media
