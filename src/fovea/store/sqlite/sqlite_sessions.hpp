// Sessions in one SQLite file (S3).
#pragma once

#include "fovea/store/blobs.hpp"
#include "fovea/store/session_id.hpp"
#include "fovea/store/sessions.hpp"
#include "fovea/store/spare_room.hpp"
#include "fovea/store/sqlite/connection.hpp"
#include "fovea/store/sqlite/shared_connection.hpp"
#include "fovea/store/upkeep.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace fovea::store {

class SqliteSessions : public SessionStore, public Upkeep {
public:
    struct Settings {
        Clock clock = system_now;
        SessionIdSource new_id = random_session_id;
        std::optional<SpareRoom> spare = {};  // for deleting on a full disk; open() sees to it
    };

    // The folder is there; the file is made when it is not. `blobs` outlives this.
    static Result<std::unique_ptr<SqliteSessions>> open(
        const std::filesystem::path& file, BlobStore& blobs
    );
    static Result<std::unique_ptr<SqliteSessions>> open(
        const std::filesystem::path& file, BlobStore& blobs, Settings settings
    );

    // On a disk that is full, to delete: sqlite::open_database_to_free().
    static Result<std::unique_ptr<SqliteSessions>> open_to_free(
        const std::filesystem::path& file, BlobStore& blobs
    );

    // Of a folder that cannot be written: whatever would change something is a StoreError. Nothing is
    // made; where there is no file, there are no sessions.
    static Result<std::unique_ptr<SqliteSessions>> open_to_read(
        const std::filesystem::path& file, BlobStore& blobs
    );

    Result<std::string> create(const NewSession& session = {}, const Call& call = {}) override;
    Result<bool> exists(std::string_view id, const Call& call = {}) override;
    Result<std::uint64_t> append(
        std::string_view id, std::span<const Entry> entries, const Call& call = {}
    ) override;
    Result<Appended> append_after(
        std::string_view id,
        std::uint64_t expected,
        std::span<const Entry> entries,
        const Call& call = {}
    ) override;
    Result<Leased> lease(std::string_view id, std::string_view owner, const Call& call = {})
        override;
    Result<std::vector<Entry>> read(
        std::string_view id,
        std::uint64_t from_seq = 1,
        std::size_t most = std::numeric_limits<std::size_t>::max(),
        const Call& call = {}
    ) override;
    Result<SessionInfo> info(std::string_view id, const Call& call = {}) override;
    Result<std::vector<SessionInfo>> list(const Page& page = {}, const Call& call = {}) override;
    Result<std::vector<content::BlobRef>> blobs_of(
        std::string_view id, const BlobPage& page = {}, const Call& call = {}
    ) override;
    Result<std::vector<content::BlobRef>> all_blobs(
        const BlobPage& page = {}, const Call& call = {}
    ) override;
    Result<void> delete_session(std::string_view id, const Call& call = {}) override;
    Result<std::vector<std::string>> delete_unused(Time before, const Call& call = {}) override;
    Result<std::vector<content::BlobRef>> unnamed(
        std::span<const content::BlobRef> blobs, const Call& call = {}
    ) override;
    Result<Removal> begin_removal(std::span<const Unneeded> blobs, const Call& call = {}) override;
    Result<void> end_removal(const Removal& removal, const Call& call = {}) override;

    // Of the file's own pages, and between its tables. A writer that died leaves nothing behind.
    Result<std::vector<std::string>> find_damage(const Call& call = {}) override;
    Result<std::vector<std::string>> find_leftovers(const Call& call = {}) override;
    Result<void> remove_leftovers(const Call& call = {}) override;

private:
    SqliteSessions(
        sqlite::Connection reader,
        sqlite::Connection writer,
        const std::filesystem::path& file,
        BlobStore& blobs,
        Settings settings
    );

    // Runs `step` in a transaction in which the blobs of the entries can be named.
    template <class Step>
    auto write_naming(std::span<const CheckedEntry> entries, const Call& call, const Step& step)
        -> decltype(step(std::declval<sqlite::Connection&>()));
    // How many removals were begun and ended when all the blobs were there; nothing where none is named.
    Result<std::optional<std::int64_t>> look_for_blobs(
        std::span<const CheckedEntry> entries, const Call& call
    );

    // In the writer's transaction.
    Result<std::uint64_t> append_inside(
        sqlite::Connection& db, std::int64_t session, std::span<const CheckedEntry> entries
    );
    Result<void> name_blobs(
        sqlite::Connection& db, std::int64_t session, const CheckedEntry& entry, Time now
    );
    Result<Removal> mark(sqlite::Connection& db, std::span<const Unneeded> blobs);
    Result<std::vector<std::string>> unused_since(Time before, std::size_t most, const Call& call);
    Result<bool> delete_if_unused(std::string_view id, Time before, const Call& call);
    Result<std::optional<Removal>> delete_rows(std::string_view id, Time before, const Call& call);
    Result<void> delete_in_slices(std::string_view id, Time before, const Call& call);
    template <class Step>
    auto with_spare(const Step& step) -> decltype(step());

    const std::filesystem::path leases_;  // a folder
    BlobStore& blobs_;
    Settings settings_;

    // Two, so that reading does not wait while a commit is being synced.
    sqlite::SharedConnection reader_;
    sqlite::SharedConnection writer_;
};

}  // namespace fovea::store
