// The store that the settings name (S7): its sessions and its blobs by their schemes, each a row of a
// table.
//
//     const auto store = TRY(open_store({.root = folder, .sessions = "sqlite:fovea.db",
//                                        .blobs = "file:blobs"}));
//
// ConfigInvalid for a scheme that is in no row; what stands behind it may hold a password and is not
// repeated.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/data_folder.hpp"
#include "fovea/store/store.hpp"
#include "fovea/store/timestamp.hpp"

#include <filesystem>
#include <string>

namespace fovea::store {

struct StoreSettings {
    std::filesystem::path root;  // the data folder, absolute: relative places start there
    std::string home = {};       // "~/" starts there
    // "scheme:place"; a path without a scheme is one of a file or a folder.
    std::string sessions = "sqlite:fovea.db";
    std::string blobs = "file:blobs";
};

// Folders and files are made where they are not there.
Result<Store> open_store(const StoreSettings& settings, const Clock& clock = system_now);

// Where the embedded store lies that the settings name, for embedded_store.hpp; ConfigInvalid where they
// name another. Makes nothing.
Result<DataFolder> embedded_folder(const StoreSettings& settings);

}  // namespace fovea::store
