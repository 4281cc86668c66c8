// The file of the sessions: made when it is not there, brought up to this version when it is older,
// refused when it is newer or not ours.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/sqlite/connection.hpp"

#include <filesystem>

namespace fovea::store::sqlite {

// Ready for use: WAL, every commit synced, foreign keys held.
Result<Connection> open_database(const std::filesystem::path& file);

// On a disk that is full: changes are written in place, with a journal in memory, so that deleting needs
// no room. Waits for nobody and is for one short command; the next open_database() sets the usual
// journal again. StoreError for one that is not there.
Result<Connection> open_database_to_free(const std::filesystem::path& file);

// For reading alone, of a folder that cannot be written. An empty one where there is no file.
Result<Connection> open_database_to_read(const std::filesystem::path& file);

}  // namespace fovea::store::sqlite
