// One turn of a model with the whole conversation: routed, seen for a blind model, fitted, sent,
// healed, priced (R1 to R3, V1, P4). Whoever asks a model takes this way: the agent, `fovea send`.
//
//     const auto done = TRY(run_turn(conversation, "anthropic/claude-opus-5", known, services,
//                                    {}, events, stop));
//     done.delivered.reply;   done.target.name;   done.cost.usd;
//
// What is worth keeping whatever comes next (descriptions that were paid for, the reply, what became
// of each picture) is handed to `keep` as soon as it is there.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/proxy/turn_sight.hpp"
#include "fovea/turn/call_progress.hpp"
#include "fovea/turn/services.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::turn {

struct TurnOptions {
    providers::ReplyForm delivery = providers::ReplyForm::Whole;
    std::chrono::milliseconds timeout{600'000};
    net::RetryPolicy retries = {};
};

// What a model was asked besides the answer that came of it.
struct Effort {
    int retries = 0;                       // requests that were sent again
    std::vector<providers::Usage> probes;  // of answers about single pictures; they are billed, too
    std::vector<context::Delivery> had =
        {};  // what it had of each picture when its answer broke off
};

struct TurnEvents {
    std::function<void(const providers::StreamEvent&)> on_piece = {};
    std::function<void(const providers::RetryNotice&, const delivery::Target&)> on_retry = {};
    std::function<void(const providers::LearntLimit&, const delivery::Target&)> on_learnt = {};
    // The next model is asked, because the first failed.
    std::function<void(const delivery::Target& from, const delivery::Target& to, const Error&)>
        on_reroute = {};
    std::function<void(const std::string&)> on_problem = {};  // a picture that nobody could see
    OnProgress on_progress = {};                              // from several threads
    // Of every model that was asked, also where it failed.
    std::function<void(const Effort&, const delivery::Target&)> on_effort = {};
    std::function<Result<void>(std::vector<store::Entry>)> keep = {};
};

struct Answered {
    delivery::Delivered delivered;
    delivery::Target target;
    delivery::Cost cost;
    std::optional<proxy::TurnSight> sight;  // what the vision model did for this call
    std::optional<Error> unkept = {};       // the answer is here, and paid for, but not stored: why
};

// NoCandidate when no model can take it; else the error of the last model that was asked.
Result<Answered> run_turn(
    const delivery::Conversation& conversation,
    const std::string& model,
    const KnownSession& known,
    const Services& services,
    const TurnOptions& options,
    const TurnEvents& events,
    const std::stop_token& stop
);

}  // namespace fovea::turn
