// The part of the agent that keeps the books: what was spent, and whether one more call is within what
// the person allowed.
#include "fovea/agent/agent.hpp"
#include "fovea/agent/event_words.hpp"
#include "fovea/context/prefix.hpp"
#include "fovea/delivery/prepare.hpp"

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

constexpr std::uint64_t kBytesPerToken = 4;

// Words alone: pictures are counted when the request is fitted.
std::uint64_t text_bytes(const delivery::Conversation& conversation) {
    std::uint64_t bytes = conversation.system.size();
    for (const auto& tool : conversation.tools) {
        bytes += tool.description.size() + tool.input_schema.size();
    }
    for (const auto& message : conversation.messages) {
        bytes += content::text_of(message.content).size();
        for (const auto& block : message.content) {
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result == nullptr) continue;
            for (const auto& output : result->content) {
                const auto* text = std::get_if<content::TextBlock>(&output);
                if (text != nullptr) bytes += text->text.size();
            }
        }
    }
    return bytes;
}

}  // namespace

// Whether one more call is within what the person allowed.
bool Agent::has_room(const std::stop_token& stop) {
    if (stop.stop_requested()) {
        end(Ending::Cancelled, {ErrorCode::Cancelled, "the run was cancelled"}, Fault::Runtime);
        return false;
    }
    if (settings_.max_turns && result_.turns >= *settings_.max_turns) {
        end(Ending::MaxTurns,
            {ErrorCode::LimitExceeded,
             "the turn limit (" + std::to_string(*settings_.max_turns) + ") was reached"},
            Fault::Runtime);
        return false;
    }
    if (!settings_.max_budget_usd) return true;
    const auto target =
        delivery::find_target(services_.settings, settings_.model, services_.server_says);
    if (!target.ok()) return true;  // the call itself says what is wrong
    const auto next = least_cost_of_call(target.value(), stop);
    if (spending_.usd() + next <= *settings_.max_budget_usd) return true;
    end(Ending::BudgetExceeded,
        {ErrorCode::BudgetExceeded, budget_words(spending_.usd(), *settings_.max_budget_usd, next)},
        Fault::Runtime);
    return false;
}

double Agent::least_cost_of_call(const delivery::Target& target, const std::stop_token& stop) {
    if (target.is_local()) return 0;
    const auto asked = conversation(target);
    auto tokens = text_bytes(asked) / kBytesPerToken;
    auto picturing = services_.picturing(target);
    picturing.standing_of = delivery::standing_for(session_.view(), target);
    const auto prepared = delivery::prepare(
        asked, target, picturing, services_.delivery.files, settings_.delivery, stop
    );
    if (prepared.ok()) {
        for (const auto& picture : prepared.value().receipt) tokens += picture.tokens;
    }
    const auto known = std::min(last_input_tokens_, tokens);
    return least_cost(target, {.cached = known, .fresh = tokens - known}, store::system_now());
}

// Something that the provider has cached goes out differently this time (X2).
void Agent::note_rewrite(const std::vector<content::Message>& messages, turn::Answered& called) {
    auto& receipt = called.delivered.receipt;
    const bool changes = last_receipt_ ? context::prefix_changes(*last_receipt_, receipt)
                                       // What an earlier process sent is worked out.
                                       : context::prefix_changes(
                                             messages,
                                             sent_messages_,
                                             services_.picturing(called.target).ageing,
                                             delivery::standing_for(session_.view(), called.target)
                                         );
    if (changes) ++result_.prefix_rewrites;
    last_receipt_ = std::move(receipt);
}

void Agent::account(const turn::Answered& called) {
    const auto& reply = called.delivered.reply;
    spending_.add(called.target, reply.usage, called.cost);
    last_input_tokens_ = reply.usage.input_tokens;
    if (called.sight && called.sight->calls > 0) {
        spending_.add(services_.vision.model, called.sight->usage);
    }
    for (const auto& warning : warnings_of(called, session_.view())) warn_once(warning);
}

void Agent::add_effort(const turn::Effort& effort, const delivery::Target& target) {
    result_.retries += static_cast<std::uint64_t>(effort.retries);
    for (const auto& usage : effort.probes) {
        spending_.add(target, usage, delivery::cost_of(usage, target, store::system_now()));
    }
}

void Agent::warn_once(const Warned& warning) {
    // Each answer may be empty anew; everything else is as true the second time as the first.
    const bool again = warning.subtype == "empty_answer";
    if (warned_.insert(warning.message).second || again) emit(warning);
}

}  // namespace fovea::agent
