// A turn of a stored session: what is known of its pictures before it, and what is remembered of it
// afterwards.
//
//     const SessionView view = TRY(view_of(TRY(sessions.read(id))));
//     auto delivered = deliver({.messages = view.messages}, target,
//                              {.standing_of = standing_for(view, target)}, …);
//     TRY(sessions.append(id, entries_of(delivered, view, target, cost, now)));
//
// The ledger knows what became of a picture from the entries of each turn alone (S5), and so a
// picture that was refused stays out after a restart, for the endpoint that refused it: another
// server of the same kind may take it.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/session_view.hpp"
#include "fovea/store/entry.hpp"

#include <functional>
#include <vector>

namespace fovea::delivery {

// What every turn of a session asks for: the provider remembers the prompt, and pictures go by name.
Conversation conversation_of(const SessionView& view);

// Borrow the view.
context::StandingOf standing_for(const SessionView& view, const Target& target);
std::function<bool(const content::FileRef&)> accepted_by(
    const SessionView& view, const Target& target
);

// The reply, what was refused, what it cost, and what each picture reached the model as, where that
// is not what the view says already.
std::vector<store::Entry> entries_of(
    const Delivered& delivered,
    const SessionView& view,
    const Target& target,
    const Cost& cost,
    store::Time now
);

// Questions about single pictures were answered, and billed.
std::vector<store::Entry> probe_entries(
    const std::vector<providers::Usage>& probes, const Target& target, store::Time now
);

}  // namespace fovea::delivery
