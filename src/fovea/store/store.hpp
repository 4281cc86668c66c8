// Sessions and blobs that belong together, wherever they lie.
#pragma once

#include "fovea/store/blobs.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/sessions.hpp"
#include "fovea/store/upkeep.hpp"

#include <memory>
#include <vector>

namespace fovea::store {

struct Store {
    std::unique_ptr<BlobStore> blobs;  // outlives the sessions, which ask it
    std::unique_ptr<SessionStore> sessions;
    std::vector<Upkeep*> upkeep = {};  // parts of the two
    const FileBlobs* files = nullptr;  // the blobs, where they are those of one folder
};

}  // namespace fovea::store
