// A folder that only its owner can look into, and a lock for what lies in it. Errors are StoreError with
// the path and the system's reason.
//
//     TRY(make_private_folder(file.parent_path()));
//     const auto lock = TRY(hold_lock(file.parent_path() / ".lock"));   // until the end of the scope
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <filesystem>
#include <string_view>

namespace fovea {

// "cannot read /a/b: No such file or directory", from errno.
Error file_error(std::string_view what, const std::filesystem::path& path);

// With all its parents, mode 0700 for those that were not there.
Result<void> make_private_folder(const std::filesystem::path& folder);

// After this, the names in the folder are what a power cut leaves behind.
Result<void> sync_folder(const std::filesystem::path& folder);

// Waits until nobody else, in this process or another, holds the lock file of that name; it is held
// until the descriptor is closed.
Result<Fd> hold_lock(const std::filesystem::path& path);

}  // namespace fovea
