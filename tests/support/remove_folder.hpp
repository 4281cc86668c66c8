// Takes a test's folder away, also while a program that the test started ends and still writes there: what it
// leaves behind is no failure of the test.
#pragma once

#include <system_error>

#include <filesystem>

namespace fovea::testing {

inline void remove_folder(const std::filesystem::path& folder) {
    constexpr int kTries = 20;
    std::error_code failed;
    for (int i = 0; i < kTries; ++i) {
        std::filesystem::remove_all(folder, failed);
        if (!failed && !std::filesystem::exists(folder, failed)) return;
    }
}

}  // namespace fovea::testing
