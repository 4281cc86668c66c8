// A lease by a lock on a file: it ends with whoever holds it, however they end.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/sessions.hpp"

#include <filesystem>
#include <string_view>

namespace fovea::store {

// The folder is made where it is not there; the file goes with the lease.
Result<Leased> lease_by_file(const std::filesystem::path& file, std::string_view owner);

}  // namespace fovea::store
