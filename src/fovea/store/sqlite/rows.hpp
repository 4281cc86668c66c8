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
Result<std::vector<content::BlobRef>> read_blobs(
    Connection& db, std::optional<std::int64_t> session
);

struct NamedAt {
    content::BlobRef blob;
    Time at;
};
Result<std::vector<NamedAt>> read_named(Connection& db, std::int64_t session);
Result<bool> is_named(Connection& db, const content::BlobRef& blob);
Result<void> name_blob(
    Connection& db,
    std::int64_t session,
    const content::BlobRef& blob,
    bool picture,
    std::int64_t at
);

// A title entry decides; else the first words of the first message that has any.
Result<void> set_title(
    Connection& db, std::int64_t session, EntryKind kind, std::string_view title
);

Result<void> delete_rows(Connection& db, std::int64_t session);

// What SQLite finds in its own pages and between the tables, one sentence each.
Result<std::vector<std::string>> find_damage(Connection& db);

}  // namespace fovea::store::sqlite
