// Numbers as people read them.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/store/timestamp.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::people {

std::string human_bytes(std::uint64_t bytes);   // "309 KiB"
std::string human_size(media::PixelSize size);  // "3840x2160"
std::string human_percent(double share);        // "41 %", "0.3 %"
std::string human_time(store::Time time);       // "2026-03-01 12:00", on this machine's clock

// "1 image", "3 images".
std::string counted(std::uint64_t number, std::string_view thing);

}  // namespace fovea::people
