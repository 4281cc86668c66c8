#include "fovea/delivery/session_turn.hpp"

#include "fovea/store/image_change.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
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
        {"input_tokens", usage.input_tokens},
        {"output_tokens", usage.output_tokens},
        {"cache_read_tokens", usage.cache_read_tokens},
        {"cache_write_tokens", usage.cache_write_tokens + usage.cache_write_long_tokens},
        {"reasoning_tokens", usage.reasoning_tokens},
        {"cost_usd", cost.usd},
        {"priced", cost.is_known},
    };
    if (!cost.pricing_as_of.empty()) body["pricing_as_of"] = cost.pricing_as_of;
    return {.kind = store::EntryKind::Usage, .time = now, .body = json::serialize(body)};
}

const store::LedgerImage* find_image(const SessionView& view, const content::FileRef& image) {
    const auto found = std::ranges::find(view.images, image, &store::LedgerImage::image);
    return found == view.images.end() ? nullptr : &*found;
}

}  // namespace

Result<SessionView> view_of(std::span<const store::Entry> entries) {
    SessionView view;
    for (const auto& entry : entries) {
        if (entry.kind == store::EntryKind::Message) {
            view.messages.push_back(TRY(store::message_of(entry)));
        }
    }
    view.images = TRY(store::ledger_of(entries));
    return view;
}

context::StandingOf standing_for(const SessionView& view, std::string_view provider_kind) {
    return [&view, kind = std::string(provider_kind)](const content::FileRef& image) {
        const auto* known = find_image(view, image);
        if (known == nullptr) return context::Standing::Usual;
        if (known->dropped) return context::Standing::Dropped;
        if (std::ranges::find(known->quarantined_by, kind) != known->quarantined_by.end()) {
            return context::Standing::Quarantined;
        }
        return known->pinned ? context::Standing::Pinned : context::Standing::Usual;
    };
}

std::function<bool(const content::FileRef&)> accepted_by(
    const SessionView& view, std::string_view provider_kind
) {
    return [&view, kind = std::string(provider_kind)](const content::FileRef& image) {
        const auto* known = find_image(view, image);
        return known != nullptr && known->provider == kind &&
               (known->reached == ImageState::Pixels || known->reached == ImageState::Low);
    };
}

std::vector<store::Entry> entries_of(
    const Delivered& delivered, const Target& target, const Cost& cost, store::Time now
) {
    std::vector<store::Entry> entries;
    for (const auto& refused : delivered.refused) {
        entries.push_back(store::change_entry(
            {.action = ImageAction::Quarantine,
             .image = refused.image,
             .provider = target.kind,
             .reason = refused.reason},
            now
        ));
    }
    // A picture that appears several times reached the model as the best of them.
    std::vector<const context::Delivery*> best;
    for (const auto& delivery : delivered.receipt) {
        const auto same = std::ranges::find_if(best, [&](const auto* other) {
            return other->image == delivery.image;
        });
        if (same == best.end()) {
            best.push_back(&delivery);
        } else if (delivery.state < (*same)->state) {
            *same = &delivery;
        }
    }
    for (const auto* delivery : best) {
        entries.push_back(store::change_entry(
            {.action = ImageAction::Deliver,
             .image = delivery->image,
             .state = delivery->state,
             .provider = target.kind,
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

}  // namespace fovea::delivery
