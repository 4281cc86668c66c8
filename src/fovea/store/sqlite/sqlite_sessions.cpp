#include "fovea/store/sqlite/sqlite_sessions.hpp"

#include "fovea/store/file_lease.hpp"
#include "fovea/store/sqlite/rows.hpp"
#include "fovea/store/sqlite/schema.hpp"

#include <algorithm>
#include <utility>

namespace fovea::store {
namespace {

using content::BlobRef;
using sqlite::Transaction;

std::int64_t count_of(Time time) {
    return time.time_since_epoch().count();
}

// Before any lock is held: reading JSON takes its time.
Result<std::vector<CheckedEntry>> check_entries(std::span<const Entry> entries) {
    std::vector<CheckedEntry> checked;
    for (const auto& entry : entries) checked.push_back(TRY(check_entry(entry)));
    return checked;
}

}  // namespace

SqliteSessions::SqliteSessions(
    sqlite::Connection reader,
    sqlite::Connection writer,
    const std::filesystem::path& file,
    BlobStore& blobs,
    Settings settings
)
    : leases_(file.parent_path() / "leases"),
      blobs_(blobs),
      settings_(std::move(settings)),
      reader_(std::move(reader)),
      writer_(std::move(writer)) {}

Result<std::unique_ptr<SqliteSessions>> SqliteSessions::open(
    const std::filesystem::path& file, BlobStore& blobs
) {
    return open(file, blobs, Settings());
}

Result<std::unique_ptr<SqliteSessions>> SqliteSessions::open(
    const std::filesystem::path& file, BlobStore& blobs, Settings settings
) {
    auto writer = TRY(sqlite::open_database(file));
    auto reader = TRY(sqlite::open_database(file));
    return std::unique_ptr<SqliteSessions>(
        new SqliteSessions(std::move(reader), std::move(writer), file, blobs, std::move(settings))
    );
}

Result<std::unique_ptr<SqliteSessions>> SqliteSessions::open_to_free(
    const std::filesystem::path& file, BlobStore& blobs
) {
    auto writer = TRY(sqlite::open_database_to_free(file));
    auto reader = TRY(sqlite::open_database_to_free(file));
    return std::unique_ptr<SqliteSessions>(
        new SqliteSessions(std::move(reader), std::move(writer), file, blobs, Settings())
    );
}

Result<std::unique_ptr<SqliteSessions>> SqliteSessions::open_to_read(
    const std::filesystem::path& file, BlobStore& blobs
) {
    auto writer = TRY(sqlite::open_database_to_read(file));
    auto reader = TRY(sqlite::open_database_to_read(file));
    return std::unique_ptr<SqliteSessions>(
        new SqliteSessions(std::move(reader), std::move(writer), file, blobs, Settings())
    );
}

Result<std::string> SqliteSessions::create(const NewSession& session) {
    auto id = session.id ? *session.id : settings_.new_id();
    TRY(check_session_id(id));
    const auto now = settings_.clock();
    const auto created = session.created.value_or(now);
    if (!is_storable(created)) {
        return Error{ErrorCode::InvalidInput, "a session is made between 1970 and 9999"};
    }
    const auto entries = TRY(check_entries(session.entries));
    const std::lock_guard lock(writer_lock_);
    auto transaction = TRY(Transaction::begin(writer_));
    if (TRY(sqlite::find_session(writer_, id))) {
        return Error{ErrorCode::InvalidInput, "there is a session " + id + " already"};
    }
    auto insert =
        TRY(writer_.prepare("INSERT INTO sessions (id, created, last_use) VALUES (?, ?, ?)"));
    insert.bind(1, id);
    insert.bind(2, count_of(created));
    insert.bind(3, count_of(now));
    TRY(insert.run());
    const auto key = TRY(sqlite::need_session(writer_, id));
    TRY(append_inside(key, entries));
    TRY(transaction.commit());
    return id;
}

Result<bool> SqliteSessions::exists(std::string_view id) {
    const std::lock_guard lock(reader_lock_);
    return TRY(sqlite::find_session(reader_, id)).has_value();
}

Result<std::uint64_t> SqliteSessions::append(std::string_view id, std::span<const Entry> entries) {
    const auto checked = TRY(check_entries(entries));
    const std::lock_guard lock(writer_lock_);
    auto transaction = TRY(Transaction::begin(writer_));
    const auto session = TRY(sqlite::need_session(writer_, id));
    const auto last = TRY(append_inside(session, checked));
    TRY(transaction.commit());
    return last;
}

Result<Appended> SqliteSessions::append_after(
    std::string_view id, std::uint64_t expected, std::span<const Entry> entries
) {
    const auto checked = TRY(check_entries(entries));
    const std::lock_guard lock(writer_lock_);
    auto transaction = TRY(Transaction::begin(writer_));
    const auto session = TRY(sqlite::need_session(writer_, id));
    const auto last = static_cast<std::uint64_t>(TRY(sqlite::last_seq(writer_, session)));
    if (last != expected) return Appended{.is_conflict = true, .last = last};
    const Appended appended{.last = TRY(append_inside(session, checked))};
    TRY(transaction.commit());
    return appended;
}

Result<Leased> SqliteSessions::lease(std::string_view id, std::string_view owner) {
    TRY(check_session_id(id));
    return lease_by_file(leases_ / (std::string(id) + ".lease"), owner);
}

Result<std::uint64_t> SqliteSessions::append_inside(
    std::int64_t session, std::span<const CheckedEntry> entries
) {
    const auto now = settings_.clock();
    auto seq = TRY(sqlite::last_seq(writer_, session));
    auto insert = TRY(writer_.prepare(
        "INSERT INTO entries (session, seq, kind, time, body) VALUES (?, ?, ?, ?, ?)"
    ));
    for (const auto& entry : entries) {
        TRY(name_blobs(session, entry, now));
        insert.bind(1, session);
        insert.bind(2, ++seq);
        insert.bind(3, name_of(entry.kind));
        insert.bind(4, count_of(entry.time));
        insert.bind(5, entry.body);
        TRY(insert.run());
        TRY(sqlite::set_title(writer_, session, entry.kind, entry.title));
    }
    auto update =
        TRY(writer_.prepare("UPDATE sessions SET entries = ?, last_use = ? WHERE key = ?"));
    update.bind(1, seq);
    update.bind(2, count_of(now));
    update.bind(3, session);
    TRY(update.run());
    return static_cast<std::uint64_t>(seq);
}

// Inside the transaction: garbage collection takes the same right to write, so a blob that is there
// now stays.
Result<void> SqliteSessions::name_blobs(std::int64_t session, const CheckedEntry& entry, Time now) {
    const auto name = [&](const BlobRef& blob, bool picture) -> Result<void> {
        if (!TRY(blobs_.has(blob))) {
            return Error{
                ErrorCode::StoreError,
                "an entry names sha256:" + blob.sha256.hex() + ", which is not stored"};
        }
        return sqlite::name_blob(writer_, session, blob, picture, count_of(now));
    };
    for (const auto& blob : entry.pictures) TRY(name(blob, true));
    for (const auto& blob : entry.others) TRY(name(blob, false));
    return {};
}

Result<std::vector<Entry>> SqliteSessions::read(
    std::string_view id, std::uint64_t from_seq, std::size_t most
) {
    const std::lock_guard lock(reader_lock_);
    const auto session = TRY(sqlite::need_session(reader_, id));
    return sqlite::read_entries(reader_, session, from_seq, most);
}

Result<SessionInfo> SqliteSessions::info(std::string_view id) {
    const std::lock_guard lock(reader_lock_);
    const auto session = TRY(sqlite::need_session(reader_, id));
    auto info = TRY(sqlite::read_info(reader_, session));
    if (!info) return sqlite::no_session(id);
    return std::move(*info);
}

Result<std::vector<SessionInfo>> SqliteSessions::list(const Page& page) {
    const std::lock_guard lock(reader_lock_);
    if (!page.after.empty()) TRY(sqlite::need_session(reader_, page.after));
    return sqlite::read_infos(reader_, page);
}

Result<std::vector<BlobRef>> SqliteSessions::blobs_of(std::string_view id) {
    const std::lock_guard lock(reader_lock_);
    return sqlite::read_blobs(reader_, TRY(sqlite::need_session(reader_, id)));
}

Result<std::vector<BlobRef>> SqliteSessions::all_blobs() {
    const std::lock_guard lock(reader_lock_);
    return sqlite::read_blobs(reader_, std::nullopt);
}

Result<void> SqliteSessions::delete_session(std::string_view id) {
    if (!TRY(delete_if_unused(id, Time::max()))) return sqlite::no_session(id);
    return {};
}

Result<std::vector<std::string>> SqliteSessions::delete_unused(Time before) {
    std::vector<std::string> deleted;
    for (auto& session : TRY(list())) {
        if (session.last_use >= before) continue;
        if (TRY(delete_if_unused(session.id, before))) deleted.push_back(std::move(session.id));
    }
    return deleted;
}

// The rows go first: a crash between the two leaves blobs that nobody names, which the next garbage
// collection finds.
Result<bool> SqliteSessions::delete_if_unused(std::string_view id, Time before) {
    std::vector<sqlite::NamedAt> named;
    {
        const std::lock_guard lock(writer_lock_);
        auto transaction = TRY(Transaction::begin(writer_));
        const auto session = TRY(sqlite::find_session(writer_, id));
        if (!session) return false;
        const auto info = TRY(sqlite::read_info(writer_, *session));
        if (!info || info->last_use >= before) return false;
        named = TRY(sqlite::read_named(writer_, *session));
        TRY(sqlite::delete_rows(writer_, *session));
        TRY(transaction.commit());
    }
    std::vector<BlobRef> blobs;
    for (const auto& row : named) blobs.push_back(row.blob);
    const auto remove = [&](const BlobRef& blob) -> Result<void> {
        const auto row = std::ranges::find(named, blob, &sqlite::NamedAt::blob);
        TRY(blobs_.remove(blob, row->at));
        return {};
    };
    TRY(for_each_unnamed(blobs, remove));
    return true;
}

Result<void> SqliteSessions::for_each_unnamed(
    std::span<const BlobRef> blobs, const BlobAction& act
) {
    if (blobs.empty()) return {};
    const std::lock_guard lock(writer_lock_);
    // Held for its right to write; nothing is written.
    const auto transaction = TRY(Transaction::begin(writer_));
    for (const auto& blob : blobs) {
        if (!TRY(sqlite::is_named(writer_, blob))) TRY(act(blob));
    }
    return {};
}

Result<std::vector<std::string>> SqliteSessions::check() {
    const std::lock_guard lock(reader_lock_);
    return sqlite::find_damage(reader_);
}

}  // namespace fovea::store
