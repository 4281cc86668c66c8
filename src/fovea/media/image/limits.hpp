// What a picture may cost. Checked against what headers declare, before anything is allocated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea::media {

struct Limits {
    std::uint64_t max_pixels = 100'000'000;    // of the declared canvas
    std::uint32_t max_frames = 10'000;         // of an animation, counted in the container
    std::uint32_t max_scans = 100;             // of a progressive JPEG; encoders write about ten
    std::size_t max_profile_bytes = 4u << 20;  // ICC; press profiles reach 2.7 MB
    std::size_t max_exif_bytes = 1u << 20;     // EXIF block that is searched for the orientation
};

}  // namespace fovea::media
