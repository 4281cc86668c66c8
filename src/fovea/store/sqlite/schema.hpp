// The file of the sessions: made when it is not there, brought up to this version when it is older,
// refused when it is newer or not ours.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/sqlite/connection.hpp"

#include <filesystem>

namespace fovea::store::sqlite {

// Ready for use: WAL, every commit synced, foreign keys held.
Result<Connection> open_database(const std::filesystem::path& file);

// For reading alone, of a folder that cannot be written. An empty one where there is no file.
Result<Connection> open_database_to_read(const std::filesystem::path& file);

}  // namespace fovea::store::sqlite
