// How Chromium is started: headless, driven over a pipe, alone with one proxy, and quiet.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::browser {

// `profile` is its own folder. The proxy's port and the want of a sandbox are words of
// sandbox/enclosure.hpp.
std::vector<std::string> chromium_arguments(const std::filesystem::path& profile);

// The whole of it: nothing is inherited, so no key can be.
std::vector<std::string> chromium_environment(const std::filesystem::path& profile);

}  // namespace fovea::browser
