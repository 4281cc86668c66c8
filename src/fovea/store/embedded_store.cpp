#include "fovea/store/embedded_store.hpp"

#include "fovea/store/private_files.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"

namespace fovea::store {

Result<EmbeddedStore> open_embedded_store(const DataFolder& folder, const Clock& clock) {
    EmbeddedStore store;
    store.blobs = TRY(FileBlobs::open(folder.blobs(), clock));
    TRY(make_private_folder(folder.sessions().parent_path()));
    store.sessions = TRY(SqliteSessions::open(folder.sessions(), *store.blobs, {.clock = clock}));
    return store;
}

}  // namespace fovea::store
