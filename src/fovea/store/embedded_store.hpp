// The store that needs no set-up (S3): SQLite and a folder of blobs.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/data_folder.hpp"
#include "fovea/store/store.hpp"
#include "fovea/store/timestamp.hpp"

#include <optional>

namespace fovea::store {

Result<Store> open_embedded_store(const DataFolder& folder, const Clock& clock = system_now);

// Where the disk is full: what is deleted needs no room first. Not for anything that adds.
Result<Store> open_store_to_free(const DataFolder& folder);

// For reading alone: works where nothing can be written, and makes nothing.
Result<Store> open_store_to_read(const DataFolder& folder);

// In a folder of its own, over what another one holds: everything there can be read and gone on with,
// and nothing there changes. Without `below`, over nothing; sessions there that cannot be read are not
// there.
Result<Store> open_store_over(const DataFolder& folder, const std::optional<DataFolder>& below);

}  // namespace fovea::store
