#include "fovea/people/human.hpp"

#include <fmt/format.h>

#include <ctime>

namespace fovea::people {

std::string human_bytes(std::uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} bytes", bytes);
    const double kibi = double(bytes) / 1024;
    if (kibi < 10) return fmt::format("{:.1f} KiB", kibi);
    if (kibi < 1024) return fmt::format("{:.0f} KiB", kibi);
    if (kibi < 1024 * 1024) return fmt::format("{:.1f} MiB", kibi / 1024);
    return fmt::format("{:.1f} GiB", kibi / 1024 / 1024);
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

std::string human_time(store::Time time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
    const auto moment = static_cast<std::time_t>(seconds);
    std::tm local{};
    if (::localtime_r(&moment, &local) == nullptr) return store::to_iso_text(time);
    return fmt::format(
        "{:04}-{:02}-{:02} {:02}:{:02}",
        local.tm_year + 1900,
        local.tm_mon + 1,
        local.tm_mday,
        local.tm_hour,
        local.tm_min
    );
}

std::string counted(std::uint64_t number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace fovea::people
