// The store that needs no set-up (S3): SQLite and a folder of blobs.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/data_folder.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/sessions.hpp"

#include <memory>

namespace fovea::store {

struct EmbeddedStore {
    std::unique_ptr<FileBlobs> blobs;  // outlives the sessions, which ask it
    std::unique_ptr<SessionStore> sessions;
};

Result<EmbeddedStore> open_embedded_store(
    const DataFolder& folder, const Clock& clock = system_now
);

}  // namespace fovea::store
