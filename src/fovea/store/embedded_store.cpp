#include "fovea/store/embedded_store.hpp"

#include "fovea/store/layered_blobs.hpp"
#include "fovea/store/layered_sessions.hpp"
#include "fovea/store/private_files.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"

#include <utility>

namespace fovea::store {

namespace {

Store assembled(std::unique_ptr<FileBlobs> blobs, std::unique_ptr<SqliteSessions> sessions) {
    const auto* const files = blobs.get();
    std::vector<Upkeep*> upkeep = {sessions.get(), blobs.get()};
    return {std::move(blobs), std::move(sessions), std::move(upkeep), files};
}

}  // namespace

Result<Store> open_embedded_store(const DataFolder& folder, const Clock& clock) {
    auto blobs = TRY(FileBlobs::open(folder.blobs(), clock));
    TRY(make_private_folder(folder.sessions().parent_path()));
    auto sessions = TRY(SqliteSessions::open(folder.sessions(), *blobs, {.clock = clock}));
    return assembled(std::move(blobs), std::move(sessions));
}

Result<Store> open_store_to_free(const DataFolder& folder) {
    auto blobs = TRY(FileBlobs::open(folder.blobs()));
    auto sessions = TRY(SqliteSessions::open_to_free(folder.sessions(), *blobs));
    return assembled(std::move(blobs), std::move(sessions));
}

Result<Store> open_store_to_read(const DataFolder& folder) {
    auto blobs = FileBlobs::to_read(folder.blobs());
    auto sessions = TRY(SqliteSessions::open_to_read(folder.sessions(), *blobs));
    return assembled(std::move(blobs), std::move(sessions));
}

Result<Store> open_store_over(const DataFolder& folder, const std::optional<DataFolder>& below) {
    if (!below) return open_embedded_store(folder);
    auto above = TRY(FileBlobs::open(folder.blobs()));
    std::vector<Upkeep*> upkeep = {above.get()};
    auto blobs =
        std::make_unique<LayeredBlobs>(std::move(above), FileBlobs::to_read(below->blobs()));
    auto own = TRY(SqliteSessions::open(folder.sessions(), *blobs));
    upkeep.push_back(own.get());
    std::unique_ptr<SessionStore> sessions = std::move(own);
    auto known = SqliteSessions::open_to_read(below->sessions(), *blobs);
    if (known.ok()) {
        sessions = std::make_unique<LayeredSessions>(std::move(sessions), std::move(known).value());
    }
    return Store{std::move(blobs), std::move(sessions), std::move(upkeep)};
}

}  // namespace fovea::store
