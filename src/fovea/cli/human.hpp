// Numbers as people read them.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <string>

namespace fovea::cli {

std::string human_bytes(std::uint64_t bytes);   // "309 KiB"
std::string human_size(media::PixelSize size);  // "3840x2160"
std::string human_percent(double share);        // "41 %", "0.3 %"

}  // namespace fovea::cli
