#include "fovea/store/sqlite/schema.hpp"

#include "fovea/store/private_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <string>

namespace fovea::store::sqlite {
namespace {

constexpr std::int64_t kVersion = 2;
constexpr std::int64_t kApplicationId = 0x466F7665;  // "Fove"

constexpr std::chrono::milliseconds kBusy{20'000};

// Times are milliseconds since 1970. A session's title is its own once `titled` is 1.
// `named_at` is when the session last named the blob; a blob put after that is somebody else's.
constexpr const char* kSchema = R"sql(
CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    last_use INTEGER NOT NULL,
    entries INTEGER NOT NULL DEFAULT 0,
    title TEXT NOT NULL DEFAULT '',
    titled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE entries (
    session INTEGER NOT NULL REFERENCES sessions (key),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    time INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT;
CREATE TABLE session_blobs (
    session INTEGER NOT NULL REFERENCES sessions (key),
    sha256 BLOB NOT NULL,
    picture INTEGER NOT NULL,
    named_at INTEGER NOT NULL,
    PRIMARY KEY (session, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_blobs_by_hash ON session_blobs (sha256);
PRAGMA application_id = 1181709925;
)sql";
static_assert(kApplicationId == 1181709925, "as in kSchema");

// Version 2: blobs that are being removed (docs/adr/0016). `removal` is the count of `removals` when its
// marks were made; the count changes whenever marks come or go.
constexpr const char* kRemovals = R"sql(
CREATE TABLE doomed (
    sha256 BLOB NOT NULL,
    removal INTEGER NOT NULL,
    put_until INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (sha256, removal)
) STRICT, WITHOUT ROWID;
CREATE TABLE removals (changes INTEGER NOT NULL) STRICT;
INSERT INTO removals (changes) VALUES (0);
PRAGMA user_version = 2;
)sql";
static_assert(kVersion == 2, "as in kRemovals, the last step");

// secure_delete: what a person deletes is gone from the file too.
constexpr const char* kSafety = R"sql(
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
PRAGMA secure_delete = ON;
)sql";
constexpr const char* kJournal = R"sql(
PRAGMA journal_mode = WAL;
PRAGMA journal_size_limit = 67108864;
)sql";

Result<void> make_file(const std::filesystem::path& file) {
    // SQLite gives its journals the mode of this file. An existing one is not opened here: closing
    // it would drop the locks that another connection of this process holds (POSIX).
    const Fd made(::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (made) return sync_folder(file.parent_path());
    if (errno != EEXIST) return file_error("make", file);
    struct stat facts {};
    if (::stat(file.c_str(), &facts) != 0) return file_error("open", file);
    if ((facts.st_mode & 077U) != 0 && ::chmod(file.c_str(), 0600) != 0) {
        return file_error("make private", file);
    }
    return {};
}

enum class Content { Empty, Older, Current };

// Changes nothing, so that somebody else's file stays as it was.
Result<Content> look_at(Connection& db, const std::filesystem::path& file) {
    const auto version = TRY(db.number("PRAGMA user_version"));
    const auto tables = TRY(db.number("SELECT count(*) FROM sqlite_schema"));
    if (version == 0 && tables == 0) return Content::Empty;
    if (TRY(db.number("PRAGMA application_id")) != kApplicationId) {
        return Error{ErrorCode::StoreError, file.string() + " is not a session database of Fovea"};
    }
    if (version == kVersion) return Content::Current;
    if (version > 0 && version < kVersion) return Content::Older;
    return Error{
        ErrorCode::StoreError,
        file.string() + " has version " + std::to_string(version) + ", and this program supports " +
            std::to_string(kVersion) + ": use a newer version of Fovea"};
}

Result<void> make_tables(Connection& db) {
    auto transaction = TRY(Transaction::begin(db));
    TRY(db.run(kSchema));
    TRY(db.run(kRemovals));
    return transaction.commit();
}

// Looks again in the transaction: another program may have been quicker.
Result<void> bring_up_to_date(Connection& db) {
    auto transaction = TRY(Transaction::begin(db));
    if (TRY(db.number("PRAGMA user_version")) == 1) TRY(db.run(kRemovals));
    return transaction.commit();
}

}  // namespace

Result<Connection> open_database(const std::filesystem::path& file) {
    // One at a time: two processes that switch to WAL at once would find the file busy without
    // waiting for each other.
    auto lock_name = file;
    lock_name += ".lock";
    const auto lock = TRY(lock_file(lock_name, LockKind::Exclusive));
    TRY(make_file(file));
    auto db = TRY(Connection::open(file, kBusy));
    const auto content = TRY(look_at(db, file));
    TRY(db.run(kJournal));
    TRY(db.run(kSafety));
    if (content == Content::Empty) TRY(make_tables(db));
    if (content == Content::Older) TRY(bring_up_to_date(db));
    return db;
}

Result<Connection> open_database_to_free(const std::filesystem::path& file) {
    {
        // With a lock that nobody shares the journal's index is in memory, and the journal can be left.
        auto alone = TRY(Connection::open(file, std::chrono::milliseconds(0)));
        TRY(alone.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY;"));
        const auto content = TRY(look_at(alone, file));
        if (content == Content::Empty) {
            return Error{ErrorCode::StoreError, file.string() + " has no sessions"};
        }
        // Its two tables need 8 KiB, unless the file has room of its own.
        if (content == Content::Older) TRY(bring_up_to_date(alone));
    }
    auto db = TRY(Connection::open(file, kBusy));
    TRY(db.run("PRAGMA journal_mode = MEMORY;"));
    TRY(db.run(kSafety));
    return db;
}

Result<Connection> open_database_to_read(const std::filesystem::path& file) {
    struct stat facts {};
    const bool is_there = ::stat(file.c_str(), &facts) == 0 || errno != ENOENT;
    if (is_there) {
        auto db = TRY(Connection::open_to_read(file));
        // One that nobody has written to yet is as good as none. Whoever reads needs nothing that an
        // older one does not have.
        if (TRY(look_at(db, file)) != Content::Empty) return db;
    }
    auto none = TRY(Connection::open_in_memory());
    TRY(make_tables(none));
    return none;
}

}  // namespace fovea::store::sqlite
