#include "fovea/delivery/session_turn.hpp"

#include "fovea/context/pictures.hpp"
#include "fovea/store/compaction.hpp"
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
        {"cost_known", cost.is_known},
        {"priced", cost.is_known},  // old name: docs/json.md
    };
    if (!cost.pricing_as_of.empty()) body["pricing_as_of"] = cost.pricing_as_of;
    return {.kind = store::EntryKind::Usage, .time = now, .body = json::serialize(body)};
}

content::Message summary_message(const std::string& summary) {
    return {
        content::Role::User,
        {content::TextBlock{
            "The earlier part of this conversation, summarised:\n<conversation_summary>\n" +
            summary + "\n</conversation_summary>"}}};
}

void compact(SessionView& view, const store::Compaction& compaction) {
    SessionView rest;
    rest.messages.push_back(summary_message(compaction.summary));
    rest.seqs.push_back(0);
    for (std::size_t i = 0; i < view.messages.size(); ++i) {
        const auto seq = view.seqs[i];
        const bool kept = std::ranges::find(compaction.kept, seq) != compaction.kept.end();
        if (seq == 0 || (seq <= compaction.through && !kept)) continue;
        rest.messages.push_back(std::move(view.messages[i]));
        rest.seqs.push_back(seq);
    }
    view = std::move(rest);
}

// A person said that they are always to be seen.
void keep_pinned(SessionView& view) {
    const auto shown = context::pictures_in(view.messages);
    std::vector<content::ContentBlock> lost;
    for (const auto& image : view.images) {
        const bool is_shown = std::ranges::any_of(shown, [&](const context::Appearance& seen) {
            return seen.image->source == image.image;
        });
        if (!image.pinned || is_shown) continue;
        lost.emplace_back(content::ImageBlock{
            .source = image.image,
            .mime = image.mime,
            .size = image.size,
            .filename = image.filename,
            .alt = image.alt});
    }
    auto& summary = view.messages.front().content;
    summary.insert(summary.end(), lost.begin(), lost.end());
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
            view.seqs.push_back(entry.seq);
        } else if (entry.kind == store::EntryKind::Compaction) {
            // One that cannot be read was written by a newer program; all messages go out then.
            const auto compaction = store::compaction_of(entry);
            if (compaction.ok()) compact(view, compaction.value());
        }
    }
    view.images = TRY(store::ledger_of(entries));
    if (!view.seqs.empty() && view.seqs.front() == 0) keep_pinned(view);
    return view;
}

Conversation conversation_of(const SessionView& view) {
    return {
        .messages = view.messages,
        .cache = providers::PromptCache::Asked,
        .naming = context::Naming::Named};
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
