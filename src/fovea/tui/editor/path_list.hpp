// The files below a folder, for completing @path: those that people mean, without what tools made.
//
//     const auto paths = list_paths("/home/ann/shop", {}, stop);   // "src/main.cpp", "shots/"
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::tui {

struct PathLimits {
    std::size_t paths = 20'000;
    int depth = 8;
};

// Relative to the folder, sorted; folders end with a slash. Links are listed and not followed; hidden files,
// node_modules and the like are left out. What cannot be read is not there.
std::vector<std::string> list_paths(
    const std::filesystem::path& folder, const PathLimits& limits, const std::stop_token& stop
);

}  // namespace fovea::tui
