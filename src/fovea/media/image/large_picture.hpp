// From how many pixels on a picture is treated with care: as it is, it would take more memory than anybody
// should have, and two readers of it twice that.
#pragma once

#include <cstdint>

namespace fovea::media {

constexpr std::uint64_t kLargePicture = 32'000'000;  // pixels: 96 MB of colours

}  // namespace fovea::media
