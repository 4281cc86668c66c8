#include "fovea/store/ledger.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

namespace fovea::store {
namespace {

using content::ImageBlock;

// Follows the entries in their order.
class LedgerBuilder {
public:
    Result<void> add(const Entry& entry) {
        if (entry.kind == EntryKind::Message) {
            add_message(TRY(message_of(entry)), entry.seq);
        } else if (entry.kind == EntryKind::ImageState) {
            const auto change = change_of(entry);
            if (change.ok()) apply(change.value());
        }
        return {};
    }

    std::vector<LedgerImage> finish() {
        for (auto& image : images_) image.age = turns_ - image.age;
        return std::move(images_);
    }

private:
    static bool begins_turn(const content::Message& message) {
        return message.role == content::Role::User &&
               std::ranges::any_of(message.content, [](const content::ContentBlock& block) {
                   return !std::holds_alternative<content::ToolResultBlock>(block);
               });
    }

    void add_message(const content::Message& message, std::uint64_t seq) {
        if (begins_turn(message)) ++turns_;
        for (const auto& block : message.content) {
            if (const auto* image = std::get_if<ImageBlock>(&block)) add_image(*image, seq);
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result == nullptr) continue;
            for (const auto& output : result->content) {
                if (const auto* image = std::get_if<ImageBlock>(&output)) add_image(*image, seq);
            }
        }
    }

    LedgerImage* find(const content::FileRef& image) {
        const auto found = std::ranges::find(images_, image, &LedgerImage::image);
        return found == images_.end() ? nullptr : &*found;
    }

    void add_image(const ImageBlock& block, std::uint64_t seq) {
        auto* image = find(block.source);
        if (image == nullptr) {
            image = &images_.emplace_back();
            image->image = block.source;
            image->mime = block.mime;
            image->size = block.size;
            image->filename = block.filename;
            image->alt = block.alt;
            image->first_seq = seq;
        }
        image->last_seq = seq;
        image->age = turns_;  // the turn it is in; finish() makes it an age
    }

    void apply(const ImageChange& change) {
        auto* image = find(change.image);
        if (image == nullptr) return;
        switch (change.action) {
            case ImageAction::Deliver:
                image->reached = change.state;
                image->provider = change.provider;
                image->tokens = change.tokens;
                break;
            case ImageAction::Pin:
                image->pinned = true;
                image->dropped = false;
                break;
            case ImageAction::Unpin: image->pinned = false; break;
            case ImageAction::Drop:
                image->dropped = true;
                image->pinned = false;
                break;
            case ImageAction::Restore:
                image->dropped = false;
                image->quarantined_by.clear();
                break;
            case ImageAction::Quarantine: quarantine(*image, change.provider); break;
        }
    }

    static void quarantine(LedgerImage& image, const std::string& provider) {
        auto& list = image.quarantined_by;
        const auto place = std::ranges::lower_bound(list, provider);
        if (place == list.end() || *place != provider) list.insert(place, provider);
    }

    std::vector<LedgerImage> images_;
    std::uint64_t turns_ = 0;
};

}  // namespace

ImageState LedgerImage::state_for(std::string_view provider_kind) const {
    const bool refused = std::ranges::find(quarantined_by, provider_kind) != quarantined_by.end();
    return refused ? ImageState::Quarantined : reached;
}

ImageState LedgerImage::state() const {
    // Refused before it ever reached a model: there is no provider that was last asked.
    if (reached == ImageState::NotSeen && !quarantined_by.empty()) return ImageState::Quarantined;
    return state_for(provider);
}

Result<std::vector<LedgerImage>> ledger_of(std::span<const Entry> entries) {
    LedgerBuilder ledger;
    for (const auto& entry : entries) TRY(ledger.add(entry));
    return ledger.finish();
}

}  // namespace fovea::store
