// The tables' rows, read and written one question a function. `session` is the key of its row.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"
#include "fovea/store/sqlite/connection.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::store::sqlite {

Error no_session(std::string_view id);
Result<std::optional<std::int64_t>> find_session(Connection& db, std::string_view id);
Result<std::int64_t> need_session(Connection& db, std::string_view id);  // or no_session

Result<std::int64_t> last_seq(Connection& db, std::int64_t session);  // 0 when there is no entry
Result<std::vector<Entry>> read_entries(
    Connection& db, std::int64_t session, std::uint64_t from_seq, std::size_t most
);

Result<std::optional<SessionInfo>> read_info(Connection& db, std::int64_t session);
Result<std::vector<SessionInfo>> read_infos(Connection& db, const Page& page);
// The ids of those that were last used before it.
Result<std::vector<std::string>> read_unused(Connection& db, std::int64_t before, std::size_t most);
Result<std::vector<content::BlobRef>> read_blobs(
    Connection& db, std::optional<std::int64_t> session, const BlobPage& page
);

// With the time when the session last named each: what was put later is somebody else's.
Result<std::vector<Unneeded>> read_named(Connection& db, std::int64_t session);
Result<bool> is_named(Connection& db, const content::BlobRef& blob);
Result<void> name_blob(
    Connection& db,
    std::int64_t session,
    const content::BlobRef& blob,
    bool picture,
    std::int64_t at
);

// Removals that were begun or ended so far.
Result<std::int64_t> count_removals(Connection& db);
Result<std::int64_t> count_one_more(Connection& db);  // the new count

// The latest time of the marks that were made after `alive`: only a blob that was put after it stays.
Result<std::optional<Time>> marked_until(
    Connection& db, const content::BlobRef& blob, std::int64_t alive
);
Result<void> mark_blob(
    Connection& db, const Unneeded& unneeded, std::uint64_t removal, std::int64_t now
);
Result<void> unmark_blob(Connection& db, const content::BlobRef& blob, std::uint64_t removal);
Result<void> forget_marks(Connection& db, std::int64_t before);

// A title entry decides; else the first words of the first message that has any.
Result<void> set_title(
    Connection& db, std::int64_t session, EntryKind kind, std::string_view title
);

// Its last ones, about so many bytes of them; false: it has none. For whoever is about to delete all of it.
Result<bool> delete_last_entries(Connection& db, std::int64_t session, std::size_t bytes);
Result<void> delete_rows(Connection& db, std::int64_t session);

// What SQLite finds in its own pages and between the tables, one sentence each.
Result<std::vector<std::string>> find_damage(Connection& db);

}  // namespace fovea::store::sqlite
