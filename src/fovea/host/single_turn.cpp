#include "fovea/host/single_turn.hpp"

#include "fovea/delivery/session_turn.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/held_lease.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/providers/sum_usage.hpp"

#include <utility>

namespace fovea::host {

SingleTurn::SingleTurn(const Situation& situation, SingleTurnOptions options, std::stop_token stop)
    : situation_(situation), options_(std::move(options)), stop_(std::move(stop)) {}

Result<std::unique_ptr<SingleTurn>> SingleTurn::open(
    const Situation& situation, SingleTurnOptions options, std::stop_token stop
) {
    TRY(check_model(situation, options.model));
    std::unique_ptr<SingleTurn> turn(new SingleTurn(situation, std::move(options), std::move(stop))
    );
    turn->machine_ = TRY(Machine::open(
        situation, turn->options_.session ? StoreUse::KeepsSession : StoreUse::AnswersOnly
    ));
    turn->vision_ = TRY(Vision::open(situation, *turn->machine_));
    return turn;
}

Result<void> SingleTurn::resume(const std::function<void(const std::string&)>& tell) {
    const auto& wanted = *options_.session;
    auto& sessions = machine_->sessions();
    // Turns of several processes come one after the other.
    lease_ =
        TRY(wait_for_lease(sessions, wanted, {.longest = options_.timeout, .tell = tell}, stop_));
    is_new_ = !TRY(sessions.exists(wanted));
    session_ =
        TRY(is_new_ ? agent::Session::begin(sessions, wanted)
                    : agent::Session::open(sessions, wanted));
    return {};
}

Result<void> SingleTurn::say(content::Message message) {
    if (!session_) {
        loose_.messages.push_back(std::move(message));
        return {};
    }
    TRY(ingest::check_session_room(
        view().images().size(),
        message,
        static_cast<std::size_t>(situation_.settings().images.max_per_session)
    ));
    if (!view().messages.empty() && view().messages.back() == message) return {};
    return session_->append({store::message_entry(message, store::system_now())});
}

bool SingleTurn::has_open_turn() const {
    return !view().messages.empty() && view().messages.back().role == content::Role::User;
}

Result<turn::Answered> SingleTurn::run(turn::TurnEvents events) {
    auto conversation = session_ ? delivery::conversation_of(view())
                                 : delivery::Conversation{.messages = view().messages};
    conversation.max_output_tokens = options_.max_tokens;
    events.on_effort = [this](const auto& effort, const auto& target) {
        add_effort(effort, target);
    };
    events.keep = [this](std::vector<store::Entry> entries) -> Result<void> {
        return session_ ? session_->append(std::move(entries)) : Result<void>();
    };
    return turn::run_turn(
        conversation,
        options_.model,
        {view(), session_ ? session_->descriptions() : no_descriptions_},
        {.settings = situation_.settings(),
         .delivery = machine_->services(),
         .picturing = [this](const auto& target) { return machine_->picturing(target); },
         .server_says = machine_->server_says(stop_),
         .vision = vision_->settings(),
         .look = vision_->look(),
         .take_url = machine_->take_url()},
        {.delivery = options_.form, .timeout = options_.timeout},
        events,
        stop_
    );
}

std::optional<std::string> SingleTurn::session_id() const {
    return session_ ? std::optional(session_->id()) : std::nullopt;
}

void SingleTurn::add_effort(const turn::Effort& effort, const delivery::Target& target) {
    retries_ += effort.retries;
    for (const auto& usage : effort.probes) {
        providers::add_tokens(probes_, usage);
        probes_.cost_usd += delivery::cost_of(usage, target, store::system_now()).usd;
    }
}

}  // namespace fovea::host
