// A picture made smaller by a whole number, as the networks that look at whole pages take it.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>

namespace fovea::reading {

// Every n×n pixels become one, their mean rounded; what fills no whole square is left out. The factor is at least 1 and
// no larger than the shorter side.
media::Picture shrunk(const media::Picture& picture, std::uint32_t factor);

}  // namespace fovea::reading
