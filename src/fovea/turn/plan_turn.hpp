// One turn for one model, up to its request (R1, V1): documents as the model takes them, files in
// place of addresses that nobody else would open, words in place of pictures that it cannot see.
//
//     for (const auto& [target, route] : TRY(routes_of(conversation, model, known, services))) {
//         const auto plan = TRY(plan_turn(conversation, target, known, services, events, stop));
//         auto delivered = deliver(plan.conversation(), target, plan.picturing(), …);
//         plan.name_as_stored(delivered);
//     }
//
// Whoever sends a turn and whoever shows it (P6) plan it here, so what is shown is what is sent. Only
// `look` and `take_url` of the services open connections; whoever hands in some that do not plans
// without a network.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/document_pages.hpp"
#include "fovea/delivery/routes.hpp"
#include "fovea/turn/call_progress.hpp"
#include "fovea/turn/services.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::turn {

// Borrows the conversation that it was made of.
struct TurnPlan {
    const delivery::Conversation* stored = nullptr;
    std::optional<delivery::Conversation> changed = {};  // where it goes out otherwise
    std::optional<proxy::TurnSight> sight = {};          // where somebody looked for the model

    const delivery::Conversation& conversation() const { return changed ? *changed : *stored; }

    // How the stored conversation became this one.
    delivery::Picturing as_stored = {};
    std::vector<content::Message> with_addresses = {};  // empty: none was fetched
    delivery::WithPages pages = {};
    delivery::WithFiles files = {};

    // What the request is written with. Borrows the plan.
    delivery::Picturing picturing() const;

    // What became of the pictures, told of those that are stored.
    void name_as_stored(delivery::Delivered& delivered) const;
    void name_as_stored(std::vector<context::Delivery>& receipt) const;
};

// The models that the turn may go to, in order. NoCandidate as delivery::routes_for says.
Result<std::vector<delivery::RoutedTarget>> routes_of(
    const delivery::Conversation& conversation,
    const std::string& model,
    const KnownSession& known,
    const Services& services
);

struct PlanEvents {
    // A sentence for a person about each picture and document that will not be seen.
    std::function<void(const std::string&)> on_problem = {};
    OnProgress on_progress = {};  // from several threads
};

// Fails when it is cancelled, and when local/ocr cannot have what the turn asks about.
Result<TurnPlan> plan_turn(
    const delivery::Conversation& conversation,
    const delivery::Target& target,
    const KnownSession& known,
    const Services& services,
    const PlanEvents& events,
    const std::stop_token& stop
);

// The pictures in words, apart from any turn; none is described twice.
Result<proxy::TurnSight> see_pictures(
    const std::vector<content::ImageBlock>& pictures,
    const proxy::Descriptions& known,
    const Services& services,
    const OnProgress& on_progress,
    const std::stop_token& stop
);

}  // namespace fovea::turn
