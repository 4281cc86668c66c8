// A stored session as a turn of it needs it: the messages that go out, and what became of its
// pictures.
//
//     SessionView view = TRY(view_of(TRY(sessions.read(id))));
//     TRY(extend(view, more));   // the entries that came since: the earlier ones are not read again
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/ledger.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fovea::delivery {

struct SessionView {
    std::vector<content::Message> messages = {};
    std::vector<std::uint64_t> seqs = {};  // of their entries; 0 for a summary
    store::Ledger ledger = {};

    const std::vector<store::LedgerImage>& images() const { return ledger.images(); }
};

// Messages that were compacted are the summary in front (store/compaction.hpp), with the pictures among
// them that are pinned.
Result<SessionView> view_of(std::span<const store::Entry> entries);
Result<void> extend(SessionView& view, std::span<const store::Entry> entries);

}  // namespace fovea::delivery
