#include "fovea/store/embedded_store.hpp"

#include "fovea/store/layered_blobs.hpp"
#include "fovea/store/layered_sessions.hpp"
#include "fovea/store/private_files.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"

#include <utility>

namespace fovea::store {

Result<EmbeddedStore> open_embedded_store(const DataFolder& folder, const Clock& clock) {
    auto blobs = TRY(FileBlobs::open(folder.blobs(), clock));
    TRY(make_private_folder(folder.sessions().parent_path()));
    auto sessions = TRY(SqliteSessions::open(folder.sessions(), *blobs, {.clock = clock}));
    const auto* files = blobs.get();
    return EmbeddedStore{std::move(blobs), std::move(sessions), files};
}

Result<EmbeddedStore> open_store_to_free(const DataFolder& folder) {
    auto blobs = TRY(FileBlobs::open(folder.blobs()));
    auto sessions = TRY(SqliteSessions::open_to_free(folder.sessions(), *blobs));
    const auto* files = blobs.get();
    return EmbeddedStore{std::move(blobs), std::move(sessions), files};
}

Result<EmbeddedStore> open_store_to_read(const DataFolder& folder) {
    auto blobs = FileBlobs::to_read(folder.blobs());
    auto sessions = TRY(SqliteSessions::open_to_read(folder.sessions(), *blobs));
    const auto* files = blobs.get();
    return EmbeddedStore{std::move(blobs), std::move(sessions), files};
}

Result<EmbeddedStore> open_store_over(
    const DataFolder& folder, const std::optional<DataFolder>& below
) {
    if (!below) return open_embedded_store(folder);
    auto blobs = std::make_unique<LayeredBlobs>(
        TRY(FileBlobs::open(folder.blobs())), FileBlobs::to_read(below->blobs())
    );
    std::unique_ptr<SessionStore> sessions = TRY(SqliteSessions::open(folder.sessions(), *blobs));
    auto known = SqliteSessions::open_to_read(below->sessions(), *blobs);
    if (known.ok()) {
        sessions = std::make_unique<LayeredSessions>(std::move(sessions), std::move(known).value());
    }
    return EmbeddedStore{std::move(blobs), std::move(sessions)};
}

}  // namespace fovea::store
