#include "fovea/delivery/session_view.hpp"

#include "fovea/context/pictures.hpp"
#include "fovea/store/compaction.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace fovea::delivery {
namespace {

content::Message summary_message(const std::string& summary) {
    return {
        content::Role::User,
        {content::TextBlock{
            "The earlier part of this conversation, summarised:\n<conversation_summary>\n" +
            summary + "\n</conversation_summary>"}}};
}

void compact(SessionView& view, const store::Compaction& compaction) {
    std::vector<content::Message> messages = {summary_message(compaction.summary)};
    std::vector<std::uint64_t> seqs = {0};
    for (std::size_t i = 0; i < view.messages.size(); ++i) {
        const auto seq = view.seqs[i];
        const bool kept = std::ranges::find(compaction.kept, seq) != compaction.kept.end();
        if (seq == 0 || (seq <= compaction.through && !kept)) continue;
        messages.push_back(std::move(view.messages[i]));
        seqs.push_back(seq);
    }
    view.messages = std::move(messages);
    view.seqs = std::move(seqs);
}

// A person said that they are always to be seen.
void keep_pinned(SessionView& view) {
    auto& summary = view.messages.front().content;
    summary.resize(1);  // its words: what was pinned before may not be any more
    // Nothing is looked through for nothing: this is done at every append.
    if (std::ranges::none_of(view.images(), &store::LedgerImage::pinned)) return;
    const auto shown = context::pictures_in(view.messages);
    std::vector<content::ContentBlock> lost;
    for (const auto& image : view.images()) {
        if (!image.pinned) continue;
        const bool is_shown = std::ranges::any_of(shown, [&](const context::Appearance& seen) {
            return seen.image->source == image.image;
        });
        if (is_shown) continue;
        lost.emplace_back(content::ImageBlock{
            .source = image.image,
            .mime = image.mime,
            .size = image.size,
            .filename = image.filename,
            .alt = image.alt});
    }
    summary.insert(summary.end(), lost.begin(), lost.end());
}

}  // namespace

Result<SessionView> view_of(std::span<const store::Entry> entries) {
    SessionView view;
    TRY(extend(view, entries));
    return view;
}

Result<void> extend(SessionView& view, std::span<const store::Entry> entries) {
    for (const auto& entry : entries) {
        if (entry.kind == store::EntryKind::Message) {
            auto message = TRY(store::message_of(entry));
            view.ledger.add(message, entry.seq);
            view.messages.push_back(std::move(message));
            view.seqs.push_back(entry.seq);
            continue;
        }
        if (entry.kind == store::EntryKind::Compaction) {
            // One that cannot be read was written by a newer program; all messages go out then.
            const auto compaction = store::compaction_of(entry);
            if (compaction.ok()) compact(view, compaction.value());
        }
        TRY(view.ledger.add(entry));
    }
    if (!view.seqs.empty() && view.seqs.front() == 0) keep_pinned(view);
    return {};
}

}  // namespace fovea::delivery
