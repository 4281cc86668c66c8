#include "fovea/delivery/session_turn.hpp"

#include "fovea/store/image_change.hpp"

#include <boost/json.hpp>

#include <string>
#include <unordered_map>
#include <utility>

namespace fovea::delivery {
namespace {

namespace json = boost::json;
using store::ImageAction;
using store::ImageState;

store::Entry usage_entry(
    const providers::Usage& usage, const Target& target, const Cost& cost, store::Time now
) {
    json::object body{
        {"provider", target.provider},
        {"model", target.model},
        {"endpoint", target.endpoint()},
        {"input_tokens", usage.input_tokens},
        {"output_tokens", usage.output_tokens},
        {"cache_read_tokens", usage.cache_read_tokens},
        {"cache_write_tokens", usage.cache_write_tokens + usage.cache_write_long_tokens},
        {"reasoning_tokens", usage.reasoning_tokens},
        {"cost_usd", cost.usd},
        {"cost_known", cost.is_known},
        {"priced", cost.is_known},  // old name: docs/json.md
    };
    if (!cost.pricing_as_of.empty()) body["pricing_as_of"] = cost.pricing_as_of;
    return {.kind = store::EntryKind::Usage, .time = now, .body = json::serialize(body)};
}

// A picture that appears several times reached the model as the best of them.
std::vector<const context::Delivery*> best_of(const std::vector<context::Delivery>& receipt) {
    std::vector<const context::Delivery*> best;
    best.reserve(receipt.size());
    std::unordered_map<content::FileRef, std::size_t, store::Ledger::Hash> places(receipt.size());
    for (const auto& delivery : receipt) {
        const auto [place, is_new] = places.emplace(delivery.image, best.size());
        if (is_new) {
            best.push_back(&delivery);
        } else if (delivery.state < best[place->second]->state) {
            best[place->second] = &delivery;
        }
    }
    return best;
}

bool is_known(
    const SessionView& view, const context::Delivery& delivery, const std::string& endpoint
) {
    const auto* image = view.ledger.find(delivery.image);
    const auto* reached = image != nullptr ? image->reached_at(endpoint) : nullptr;
    return reached != nullptr && reached->state == delivery.state &&
           reached->tokens == delivery.tokens;
}

}  // namespace

Conversation conversation_of(const SessionView& view) {
    return {
        .messages = view.messages,
        .cache = providers::PromptCache::Asked,
        .naming = context::Naming::Named};
}

context::StandingOf standing_for(const SessionView& view, const Target& target) {
    return [&view,
            endpoint = target.endpoint(),
            name = target.provider + "/" + target.model,
            kind = target.kind](const content::FileRef& image) {
        const auto* known = view.ledger.find(image);
        if (known == nullptr) return context::Standing::Usual;
        if (known->dropped) return context::Standing::Dropped;
        if (known->is_quarantined_by(endpoint) || known->is_quarantined_by(name) ||
            known->is_quarantined_by(kind)) {
            return context::Standing::Quarantined;
        }
        return known->pinned ? context::Standing::Pinned : context::Standing::Usual;
    };
}

std::function<bool(const content::FileRef&)> accepted_by(
    const SessionView& view, const Target& target
) {
    return [&view, endpoint = target.endpoint()](const content::FileRef& image) {
        const auto* known = view.ledger.find(image);
        const auto* reached = known != nullptr ? known->reached_at(endpoint) : nullptr;
        return reached != nullptr &&
               (reached->state == ImageState::Pixels || reached->state == ImageState::Low);
    };
}

std::vector<store::Entry> entries_of(
    const Delivered& delivered,
    const SessionView& view,
    const Target& target,
    const Cost& cost,
    store::Time now
) {
    const auto endpoint = target.endpoint();
    std::vector<store::Entry> entries;
    for (const auto& refused : delivered.refused) {
        entries.push_back(store::change_entry(
            {.action = ImageAction::Quarantine,
             .image = refused.image,
             .provider = target.kind,
             .endpoint = endpoint,
             .reason = refused.reason},
            now
        ));
    }
    for (const auto* delivery : best_of(delivered.receipt)) {
        if (is_known(view, *delivery, endpoint)) continue;
        entries.push_back(store::change_entry(
            {.action = ImageAction::Deliver,
             .image = delivery->image,
             .state = delivery->state,
             .provider = target.kind,
             .endpoint = endpoint,
             .tokens = delivery->tokens},
            now
        ));
    }
    if (!delivered.reply.content.empty()) {
        entries.push_back(
            store::message_entry({content::Role::Assistant, delivered.reply.content}, now)
        );
    }
    entries.push_back(usage_entry(delivered.reply.usage, target, cost, now));
    return entries;
}

std::vector<store::Entry> probe_entries(
    const std::vector<providers::Usage>& probes, const Target& target, store::Time now
) {
    std::vector<store::Entry> entries;
    for (const auto& usage : probes) {
        entries.push_back(usage_entry(usage, target, cost_of(usage, target, now), now));
    }
    return entries;
}

}  // namespace fovea::delivery
