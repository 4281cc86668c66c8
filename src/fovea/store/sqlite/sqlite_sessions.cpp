#include "fovea/store/sqlite/sqlite_sessions.hpp"

#include "fovea/store/file_lease.hpp"
#include "fovea/store/removal.hpp"
#include "fovea/store/sqlite/rows.hpp"
#include "fovea/store/sqlite/schema.hpp"

#include <map>
#include <optional>
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
    if (!settings.spare) settings.spare.emplace(file.parent_path());
    settings.spare->keep();
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
    return std::unique_ptr<SqliteSessions>(new SqliteSessions(
        std::move(reader), std::move(writer), file, blobs, {.spare = SpareRoom(file.parent_path())}
    ));
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

Result<std::string> SqliteSessions::create(const NewSession& session, const Call& call) {
    const auto id = session.id ? *session.id : settings_.new_id();
    TRY(check_session_id(id));
    const auto now = settings_.clock();
    const auto created = session.created.value_or(now);
    if (!is_storable(created)) {
        return Error{
            ErrorCode::InvalidInput, "the time of a session must be between 1970 and 9999"};
    }
    const auto entries = TRY(check_entries(session.entries));
    return write_naming(entries, call, [&](sqlite::Connection& db) -> Result<std::string> {
        if (TRY(sqlite::find_session(db, id))) {
            return Error{ErrorCode::InvalidInput, "session " + id + " already exists"};
        }
        auto insert =
            TRY(db.prepare("INSERT INTO sessions (id, created, last_use) VALUES (?, ?, ?)"));
        insert.bind(1, id);
        insert.bind(2, count_of(created));
        insert.bind(3, count_of(now));
        TRY(insert.run());
        const auto key = TRY(sqlite::need_session(db, id));
        TRY(append_inside(db, key, entries));
        return id;
    });
}

Result<bool> SqliteSessions::exists(std::string_view id, const Call& call) {
    const auto db = TRY(reader_.use(call));
    return TRY(sqlite::find_session(*db, id)).has_value();
}

Result<std::uint64_t> SqliteSessions::append(
    std::string_view id, std::span<const Entry> entries, const Call& call
) {
    const auto checked = TRY(check_entries(entries));
    return write_naming(checked, call, [&](sqlite::Connection& db) -> Result<std::uint64_t> {
        const auto session = TRY(sqlite::need_session(db, id));
        return append_inside(db, session, checked);
    });
}

Result<Appended> SqliteSessions::append_after(
    std::string_view id, std::uint64_t expected, std::span<const Entry> entries, const Call& call
) {
    const auto checked = TRY(check_entries(entries));
    return write_naming(checked, call, [&](sqlite::Connection& db) -> Result<Appended> {
        const auto session = TRY(sqlite::need_session(db, id));
        const auto last = static_cast<std::uint64_t>(TRY(sqlite::last_seq(db, session)));
        if (last != expected) return Appended{.is_conflict = true, .last = last};
        return Appended{.last = TRY(append_inside(db, session, checked))};
    });
}

Result<Leased> SqliteSessions::lease(
    std::string_view id, std::string_view owner, const Call& call
) {
    TRY(check_session_id(id));
    TRY(call.check());
    return lease_by_file(leases_ / (std::string(id) + ".lease"), owner);
}

Result<std::uint64_t> SqliteSessions::append_inside(
    sqlite::Connection& db, std::int64_t session, std::span<const CheckedEntry> entries
) {
    const auto now = settings_.clock();
    auto seq = TRY(sqlite::last_seq(db, session));
    auto insert =
        TRY(db.prepare("INSERT INTO entries (session, seq, kind, time, body) VALUES (?, ?, ?, ?, ?)"
        ));
    for (const auto& entry : entries) {
        TRY(name_blobs(db, session, entry, now));
        insert.bind(1, session);
        insert.bind(2, ++seq);
        insert.bind(3, name_of(entry.kind));
        insert.bind(4, count_of(entry.time));
        insert.bind(5, entry.body);
        TRY(insert.run());
        TRY(sqlite::set_title(db, session, entry.kind, entry.title));
    }
    auto update = TRY(db.prepare("UPDATE sessions SET entries = ?, last_use = ? WHERE key = ?"));
    update.bind(1, seq);
    update.bind(2, count_of(now));
    update.bind(3, session);
    TRY(update.run());
    return static_cast<std::uint64_t>(seq);
}

Result<void> SqliteSessions::name_blobs(
    sqlite::Connection& db, std::int64_t session, const CheckedEntry& entry, Time now
) {
    const auto at = count_of(now);
    for (const auto& blob : entry.pictures) {
        TRY(sqlite::name_blob(db, session, blob, true, at));
    }
    for (const auto& blob : entry.others) {
        TRY(sqlite::name_blob(db, session, blob, false, at));
    }
    return {};
}

// The count is read first: where it is still the same in the transaction, no mark came or went since,
// so a blob that was there without one stays (docs/adr/0016).
Result<std::optional<std::int64_t>> SqliteSessions::look_for_blobs(
    std::span<const CheckedEntry> entries, const Call& call
) {
    // With the time after which each has to have been put, where it is being removed.
    std::map<Sha256, std::optional<Time>> named;
    for (const auto& entry : entries) {
        for (const auto& blob : entry.pictures) named[blob.sha256];
        for (const auto& blob : entry.others) named[blob.sha256];
    }
    if (named.empty()) return std::optional<std::int64_t>();
    std::int64_t count = 0;
    {
        const auto db = TRY(reader_.use(call));
        count = TRY(sqlite::count_removals(*db));
        const auto alive = settings_.clock() - kMarksLapse;
        for (auto& [digest, put_until] : named) {
            put_until = TRY(sqlite::marked_until(*db, {digest}, count_of(alive)));
        }
    }
    for (const auto& [digest, put_until] : named) {
        const auto found = blobs_.info({digest}, call);
        if (!found.ok() && found.error().code != ErrorCode::FileNotFound) return found.error();
        if (found.ok() && (!put_until || found.value().last_put > *put_until)) continue;
        return Error{
            ErrorCode::StoreError,
            "an entry names sha256:" + digest.hex() + ", which is not stored"};
    }
    return std::optional(count);
}

template <class Step>
auto SqliteSessions::write_naming(
    std::span<const CheckedEntry> entries, const Call& call, const Step& step
) -> decltype(step(std::declval<sqlite::Connection&>())) {
    for (;;) {
        const auto looked_at = TRY(look_for_blobs(entries, call));
        const auto db = TRY(writer_.use(call));
        auto transaction = TRY(Transaction::begin(*db));
        if (looked_at && TRY(sqlite::count_removals(*db)) != *looked_at) continue;
        auto result = TRY(step(*db));
        TRY(transaction.commit());
        return result;
    }
}

Result<std::vector<Entry>> SqliteSessions::read(
    std::string_view id, std::uint64_t from_seq, std::size_t most, const Call& call
) {
    const auto db = TRY(reader_.use(call));
    const auto session = TRY(sqlite::need_session(*db, id));
    return sqlite::read_entries(*db, session, from_seq, most);
}

Result<SessionInfo> SqliteSessions::info(std::string_view id, const Call& call) {
    const auto db = TRY(reader_.use(call));
    const auto session = TRY(sqlite::need_session(*db, id));
    auto info = TRY(sqlite::read_info(*db, session));
    if (!info) return sqlite::no_session(id);
    return std::move(*info);
}

Result<std::vector<SessionInfo>> SqliteSessions::list(const Page& page, const Call& call) {
    const auto db = TRY(reader_.use(call));
    if (!page.after.empty()) TRY(sqlite::need_session(*db, page.after));
    return sqlite::read_infos(*db, page);
}

Result<std::vector<BlobRef>> SqliteSessions::blobs_of(
    std::string_view id, const BlobPage& page, const Call& call
) {
    const auto db = TRY(reader_.use(call));
    return sqlite::read_blobs(*db, TRY(sqlite::need_session(*db, id)), page);
}

Result<std::vector<BlobRef>> SqliteSessions::all_blobs(const BlobPage& page, const Call& call) {
    const auto db = TRY(reader_.use(call));
    return sqlite::read_blobs(*db, std::nullopt, page);
}

Result<void> SqliteSessions::delete_session(std::string_view id, const Call& call) {
    if (!TRY(delete_if_unused(id, Time::max(), call))) return sqlite::no_session(id);
    return {};
}

Result<std::vector<std::string>> SqliteSessions::delete_unused(Time before, const Call& call) {
    constexpr std::size_t kAtOnce = 100;
    std::vector<std::string> deleted;
    for (;;) {
        const auto unused = TRY(unused_since(before, kAtOnce, call));
        const auto known = deleted.size();
        for (const auto& id : unused) {
            if (TRY(delete_if_unused(id, before, call))) deleted.push_back(id);
        }
        if (unused.size() < kAtOnce || deleted.size() == known) break;
    }
    return deleted;
}

Result<std::vector<std::string>> SqliteSessions::unused_since(
    Time before, std::size_t most, const Call& call
) {
    const auto db = TRY(reader_.use(call));
    return sqlite::read_unused(*db, count_of(before), most);
}

// With the rows go marks for their blobs. A crash after that leaves blobs that nobody names, which the
// next garbage collection finds.
Result<bool> SqliteSessions::delete_if_unused(std::string_view id, Time before, const Call& call) {
    auto removal = delete_rows(id, before, call);
    if (!removal.ok() && settings_.spare && settings_.spare->is_needed()) {
        settings_.spare->give();
        TRY(delete_in_slices(id, before, call));
        removal = delete_rows(id, before, call);
    }
    if (!removal.ok()) return removal.error();
    if (!removal.value()) return false;
    TRY(carry_out(std::move(*removal.value()), *this, blobs_, call));
    return true;
}

// What is deleted is written over, so that deleting takes as much of the journal as it frees elsewhere. On a full
// disk the end of the session goes first, and the journal is used again for what is before it.
Result<void> SqliteSessions::delete_in_slices(std::string_view id, Time before, const Call& call) {
    constexpr std::size_t kSlice = 1u << 20;
    constexpr const char* kEmptyJournal =
        "PRAGMA wal_checkpoint(PASSIVE)";  // as far as there is room
    for (bool more = true; more;) {
        const auto db = TRY(writer_.use(call));
        static_cast<void>((*db).run(kEmptyJournal));
        auto transaction = TRY(Transaction::begin(*db));
        const auto session = TRY(sqlite::find_session(*db, id));
        if (!session) return {};
        const auto info = TRY(sqlite::read_info(*db, *session));
        if (!info || info->last_use >= before) return {};
        more = TRY(sqlite::delete_last_entries(*db, *session, kSlice));
        TRY(transaction.commit());
    }
    const auto db = TRY(writer_.use(call));
    static_cast<void>((*db).run(kEmptyJournal));
    return {};
}

Result<std::optional<Removal>> SqliteSessions::delete_rows(
    std::string_view id, Time before, const Call& call
) {
    const auto db = TRY(writer_.use(call));
    auto transaction = TRY(Transaction::begin(*db));
    const auto session = TRY(sqlite::find_session(*db, id));
    if (!session) return std::optional<Removal>();
    const auto info = TRY(sqlite::read_info(*db, *session));
    if (!info || info->last_use >= before) return std::optional<Removal>();
    const auto named = TRY(sqlite::read_named(*db, *session));
    TRY(sqlite::delete_rows(*db, *session));
    auto removal = TRY(mark(*db, named));
    TRY(transaction.commit());
    return std::optional(std::move(removal));
}

// On a full disk once more, with the room that was kept for that.
template <class Step>
auto SqliteSessions::with_spare(const Step& step) -> decltype(step()) {
    auto result = step();
    const bool may_be_full = !result.ok() && result.error().code == ErrorCode::StoreError;
    if (!may_be_full || !settings_.spare || !settings_.spare->give()) return result;
    return step();
}

Result<std::vector<BlobRef>> SqliteSessions::unnamed(
    std::span<const BlobRef> blobs, const Call& call
) {
    const auto db = TRY(reader_.use(call));
    std::vector<BlobRef> found;
    for (const auto& blob : blobs) {
        if (!TRY(sqlite::is_named(*db, blob))) found.push_back(blob);
    }
    return found;
}

Result<Removal> SqliteSessions::mark(sqlite::Connection& db, std::span<const Unneeded> blobs) {
    const auto now = settings_.clock();
    Removal removal{.until = std::chrono::steady_clock::now() + kLongestRemoval};
    for (const auto& unneeded : blobs) {
        if (!TRY(sqlite::is_named(db, unneeded.blob))) removal.blobs.push_back(unneeded);
    }
    if (removal.blobs.empty()) return removal;
    TRY(sqlite::forget_marks(db, count_of(now - kMarksLapse)));
    removal.number = static_cast<std::uint64_t>(TRY(sqlite::count_one_more(db)));
    for (const auto& unneeded : removal.blobs) {
        TRY(sqlite::mark_blob(db, unneeded, removal.number, count_of(now)));
    }
    return removal;
}

Result<Removal> SqliteSessions::begin_removal(std::span<const Unneeded> blobs, const Call& call) {
    return with_spare([&]() -> Result<Removal> {
        const auto db = TRY(writer_.use(call));
        auto transaction = TRY(Transaction::begin(*db));
        auto removal = TRY(mark(*db, blobs));
        TRY(transaction.commit());
        return removal;
    });
}

Result<void> SqliteSessions::end_removal(const Removal& removal, const Call& call) {
    if (removal.blobs.empty()) return {};
    const auto db = TRY(writer_.use(call));
    auto transaction = TRY(Transaction::begin(*db));
    TRY(sqlite::count_one_more(*db));
    for (const auto& unneeded : removal.blobs) {
        TRY(sqlite::unmark_blob(*db, unneeded.blob, removal.number));
    }
    return transaction.commit();
}

Result<std::vector<std::string>> SqliteSessions::find_damage(const Call& call) {
    const auto db = TRY(reader_.use(call));
    return sqlite::find_damage(*db);
}

Result<std::vector<std::string>> SqliteSessions::find_leftovers(const Call&) {
    return std::vector<std::string>();
}

Result<void> SqliteSessions::remove_leftovers(const Call&) {
    return {};
}

}  // namespace fovea::store
