// A stored session and a turn of it: what is to be sent, and what is remembered of it afterwards.
//
//     const SessionView view = TRY(view_of(TRY(sessions.read(id))));
//     auto delivered = deliver({.messages = view.messages}, target,
//                              {.standing_of = standing_for(view, target.kind)}, …);
//     TRY(sessions.append(id, entries_of(delivered, target, cost, now)));
//
// The ledger knows what became of a picture from the entries of each turn alone (S5), and so a
// picture that was refused stays out after a restart, for that kind of provider.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/ledger.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::delivery {

struct SessionView {
    std::vector<content::Message> messages;
    std::vector<std::uint64_t> seqs = {};  // of their entries; 0 for a summary
    std::vector<store::LedgerImage> images;
};

// Messages that were compacted are the summary in front (store/compaction.hpp), with the pictures among
// them that are pinned.
Result<SessionView> view_of(std::span<const store::Entry> entries);

// What every turn of a session asks for: the provider remembers the prompt, and pictures go by name.
Conversation conversation_of(const SessionView& view);

// Borrow the view.
context::StandingOf standing_for(const SessionView& view, std::string_view provider_kind);
std::function<bool(const content::FileRef&)> accepted_by(
    const SessionView& view, std::string_view provider_kind
);

// The reply, what each picture reached the model as, what was refused, and what it cost.
std::vector<store::Entry> entries_of(
    const Delivered& delivered, const Target& target, const Cost& cost, store::Time now
);

}  // namespace fovea::delivery
