#include "fovea/store/sqlite/rows.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace fovea::store::sqlite {
namespace {

using content::BlobRef;

ByteView bytes_of(const BlobRef& blob) {
    return blob.sha256.bytes;
}

Time time_at(std::int64_t count) {
    return Time(std::chrono::milliseconds(count));
}

// SQLite counts in signed numbers; nothing has so many rows.
std::int64_t as_limit(std::size_t most) {
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return most > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(most);
}

constexpr std::string_view kInfo =
    "SELECT id, created, last_use, entries, title,"
    " (SELECT count(*) FROM session_blobs WHERE session = key AND picture = 1) FROM sessions ";

SessionInfo info_in(const Statement& row) {
    return {
        .id = row.text(0),
        .created = time_at(row.number(1)),
        .last_use = time_at(row.number(2)),
        .entries = static_cast<std::uint64_t>(row.number(3)),
        .images = static_cast<std::uint64_t>(row.number(5)),
        .title = row.text(4),
    };
}

Result<BlobRef> blob_in(const Statement& row, int column) {
    const auto bytes = row.bytes(column);
    BlobRef blob;
    if (bytes.size() != blob.sha256.bytes.size()) {
        return Error{ErrorCode::StoreError, "the session database has an invalid hash"};
    }
    std::ranges::copy(bytes, blob.sha256.bytes.begin());
    return blob;
}

}  // namespace

Error no_session(std::string_view id) {
    return {ErrorCode::FileNotFound, "session not found: " + std::string(id.substr(0, 64))};
}

Result<std::optional<std::int64_t>> find_session(Connection& db, std::string_view id) {
    auto row = TRY(db.prepare("SELECT key FROM sessions WHERE id = ?"));
    row.bind(1, id);
    if (!TRY(row.step())) return std::optional<std::int64_t>();
    return std::optional(row.number(0));
}

Result<std::int64_t> need_session(Connection& db, std::string_view id) {
    const auto session = TRY(find_session(db, id));
    if (!session) return no_session(id);
    return *session;
}

Result<std::int64_t> last_seq(Connection& db, std::int64_t session) {
    auto row = TRY(db.prepare("SELECT entries FROM sessions WHERE key = ?"));
    row.bind(1, session);
    if (!TRY(row.step())) return std::int64_t{0};
    return row.number(0);
}

Result<std::vector<Entry>> read_entries(
    Connection& db, std::int64_t session, std::uint64_t from_seq, std::size_t most
) {
    std::vector<Entry> entries;
    if (from_seq > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) return entries;
    auto row = TRY(db.prepare(
        "SELECT seq, kind, time, body FROM entries WHERE session = ? AND seq >= ? ORDER BY seq"
        " LIMIT ?"
    ));
    row.bind(1, session);
    row.bind(2, static_cast<std::int64_t>(from_seq));
    row.bind(3, as_limit(most));
    while (TRY(row.step())) {
        entries.push_back({
            .seq = static_cast<std::uint64_t>(row.number(0)),
            .kind = TRY(entry_kind_from_name(row.text(1))),
            .time = time_at(row.number(2)),
            .body = row.text(3),
        });
    }
    return entries;
}

Result<std::optional<SessionInfo>> read_info(Connection& db, std::int64_t session) {
    auto row = TRY(db.prepare(std::string(kInfo) + "WHERE key = ?"));
    row.bind(1, session);
    if (!TRY(row.step())) return std::optional<SessionInfo>();
    return std::optional(info_in(row));
}

Result<std::vector<SessionInfo>> read_infos(Connection& db, const Page& page) {
    auto row = TRY(db.prepare(
        std::string(kInfo) +
        "WHERE ?1 = '' OR (last_use, key) < (SELECT last_use, key FROM sessions WHERE id = ?1)"
        " ORDER BY last_use DESC, key DESC LIMIT ?2"
    ));
    row.bind(1, page.after);
    row.bind(2, as_limit(page.most));
    std::vector<SessionInfo> infos;
    while (TRY(row.step())) infos.push_back(info_in(row));
    return infos;
}

Result<std::vector<std::string>> read_unused(
    Connection& db, std::int64_t before, std::size_t most
) {
    auto row = TRY(db.prepare("SELECT id FROM sessions WHERE last_use < ? ORDER BY key LIMIT ?"));
    row.bind(1, before);
    row.bind(2, as_limit(most));
    std::vector<std::string> ids;
    while (TRY(row.step())) ids.push_back(row.text(0));
    return ids;
}

// Every hash is greater than one without bytes.
Result<std::vector<BlobRef>> read_blobs(
    Connection& db, std::optional<std::int64_t> session, const BlobPage& page
) {
    auto row = TRY(db.prepare(
        session ? "SELECT sha256 FROM session_blobs WHERE sha256 > ?1 AND session = ?3"
                  " ORDER BY sha256 LIMIT ?2"
                : "SELECT DISTINCT sha256 FROM session_blobs WHERE sha256 > ?1"
                  " ORDER BY sha256 LIMIT ?2"
    ));
    row.bind(1, page.after ? bytes_of(*page.after) : ByteView());
    row.bind(2, as_limit(page.most));
    if (session) row.bind(3, *session);
    std::vector<BlobRef> blobs;
    while (TRY(row.step())) blobs.push_back(TRY(blob_in(row, 0)));
    return blobs;
}

Result<std::vector<Unneeded>> read_named(Connection& db, std::int64_t session) {
    auto row = TRY(db.prepare("SELECT sha256, named_at FROM session_blobs WHERE session = ?"));
    row.bind(1, session);
    std::vector<Unneeded> named;
    while (TRY(row.step())) named.push_back({TRY(blob_in(row, 0)), time_at(row.number(1))});
    return named;
}

Result<bool> is_named(Connection& db, const BlobRef& blob) {
    auto row = TRY(db.prepare("SELECT 1 FROM session_blobs WHERE sha256 = ? LIMIT 1"));
    row.bind(1, bytes_of(blob));
    return row.step();
}

Result<void> name_blob(
    Connection& db, std::int64_t session, const BlobRef& blob, bool picture, std::int64_t at
) {
    auto insert = TRY(db.prepare(
        "INSERT INTO session_blobs (session, sha256, picture, named_at) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT DO UPDATE SET picture = max(picture, ?3), named_at = ?4"
    ));
    insert.bind(1, session);
    insert.bind(2, bytes_of(blob));
    insert.bind(3, std::int64_t{picture ? 1 : 0});
    insert.bind(4, at);
    return insert.run();
}

Result<std::int64_t> count_removals(Connection& db) {
    return db.number("SELECT changes FROM removals");
}

Result<std::int64_t> count_one_more(Connection& db) {
    TRY(db.run("UPDATE removals SET changes = changes + 1"));
    return count_removals(db);
}

Result<std::optional<Time>> marked_until(Connection& db, const BlobRef& blob, std::int64_t alive) {
    auto row =
        TRY(db.prepare("SELECT put_until FROM doomed WHERE sha256 = ? AND since > ? ORDER BY "
                       "put_until DESC LIMIT 1"));
    row.bind(1, bytes_of(blob));
    row.bind(2, alive);
    if (!TRY(row.step())) return std::optional<Time>();
    return std::optional(time_at(row.number(0)));
}

Result<void> mark_blob(
    Connection& db, const Unneeded& unneeded, std::uint64_t removal, std::int64_t now
) {
    auto insert = TRY(db.prepare(
        "INSERT OR REPLACE INTO doomed (sha256, removal, put_until, since) VALUES (?, ?, ?, ?)"
    ));
    insert.bind(1, bytes_of(unneeded.blob));
    insert.bind(2, static_cast<std::int64_t>(removal));
    insert.bind(3, unneeded.put_until.time_since_epoch().count());
    insert.bind(4, now);
    return insert.run();
}

Result<void> unmark_blob(Connection& db, const BlobRef& blob, std::uint64_t removal) {
    auto rows = TRY(db.prepare("DELETE FROM doomed WHERE sha256 = ? AND removal = ?"));
    rows.bind(1, bytes_of(blob));
    rows.bind(2, static_cast<std::int64_t>(removal));
    return rows.run();
}

Result<void> forget_marks(Connection& db, std::int64_t before) {
    auto rows = TRY(db.prepare("DELETE FROM doomed WHERE since <= ?"));
    rows.bind(1, before);
    return rows.run();
}

Result<void> set_title(
    Connection& db, std::int64_t session, EntryKind kind, std::string_view title
) {
    if (title.empty()) return {};
    const bool own = kind == EntryKind::Title;
    auto update = TRY(db.prepare(
        own ? "UPDATE sessions SET title = ?, titled = 1 WHERE key = ?"
            : "UPDATE sessions SET title = ? WHERE key = ? AND titled = 0 AND title = ''"
    ));
    update.bind(1, title);
    update.bind(2, session);
    return update.run();
}

Result<bool> delete_last_entries(Connection& db, std::int64_t session, std::size_t bytes) {
    auto rows = TRY(db.prepare(
        "SELECT seq, length(body) FROM entries WHERE session = ? ORDER BY seq DESC LIMIT 1000"
    ));
    rows.bind(1, session);
    std::optional<std::int64_t> first;
    for (std::size_t held = 0; held < bytes && TRY(rows.step());) {
        first = rows.number(0);
        held += static_cast<std::size_t>(rows.number(1));
    }
    rows.reset();
    if (!first) return false;
    auto entries = TRY(db.prepare("DELETE FROM entries WHERE session = ? AND seq >= ?"));
    entries.bind(1, session);
    entries.bind(2, *first);
    TRY(entries.run());
    return true;
}

Result<void> delete_rows(Connection& db, std::int64_t session) {
    for (const auto* sql :
         {"DELETE FROM entries WHERE session = ?",
          "DELETE FROM session_blobs WHERE session = ?",
          "DELETE FROM sessions WHERE key = ?"}) {
        auto rows = TRY(db.prepare(sql));
        rows.bind(1, session);
        TRY(rows.run());
    }
    return {};
}

Result<std::vector<std::string>> find_damage(Connection& db) {
    std::vector<std::string> found;
    auto pages = TRY(db.prepare("PRAGMA integrity_check"));
    while (TRY(pages.step())) {
        if (pages.text(0) != "ok") found.push_back("the session database: " + pages.text(0));
    }
    auto keys = TRY(db.prepare("PRAGMA foreign_key_check"));
    while (TRY(keys.step())) {
        found.push_back("a row of " + keys.text(0) + " does not belong to any session");
    }
    auto counts = TRY(
        db.prepare("SELECT id, entries, (SELECT count(*) FROM entries WHERE session = key),"
                   " (SELECT coalesce(max(seq), 0) FROM entries WHERE session = key) FROM sessions")
    );
    while (TRY(counts.step())) {
        const auto entries = counts.number(1);
        if (entries == counts.number(2) && entries == counts.number(3)) continue;
        found.push_back("session " + counts.text(0) + " has lost entries");
    }
    return found;
}

}  // namespace fovea::store::sqlite
