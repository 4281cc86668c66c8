// Rows and columns that stand under each other without being a table: output of a terminal, a list of mails,
// cards of one width.
//
//     const AlignedRows rows = aligned_rows(passages);
//     rows.name[i];  // the first of the row that passage i stands in, "mailer-0"
//     rows.head[i];  // what stands on top of its column, "RESTARTS"
#pragma once

#include "fovea/reading/answer/passages.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fovea::reading {

struct AlignedRows {
    std::vector<std::optional<std::size_t>>
        name;  // of each passage; none where it is the first itself
    std::vector<std::optional<std::size_t>> head;
};

AlignedRows aligned_rows(const std::vector<Passage>& passages);

}  // namespace fovea::reading
