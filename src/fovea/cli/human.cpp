#include "fovea/cli/human.hpp"

#include <fmt/format.h>

namespace fovea::cli {

std::string human_bytes(std::uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} bytes", bytes);
    const double kibi = double(bytes) / 1024;
    if (kibi < 10) return fmt::format("{:.1f} KiB", kibi);
    if (kibi < 1024) return fmt::format("{:.0f} KiB", kibi);
    return fmt::format("{:.1f} MiB", kibi / 1024);
}

std::string human_size(media::PixelSize size) {
    return fmt::format("{}x{}", size.width, size.height);
}

std::string human_percent(double share) {
    const double percent = share * 100;
    if (percent > 0 && percent < 0.1) return "under 0.1 %";
    if (percent < 10 && percent != 0) return fmt::format("{:.1f} %", percent);
    return fmt::format("{:.0f} %", percent);
}

}  // namespace fovea::cli
