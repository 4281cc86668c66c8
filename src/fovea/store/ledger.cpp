#include "fovea/store/ledger.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/store/entry_body.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>
#include <variant>

namespace fovea::store {
namespace {

namespace json = boost::json;
using content::ImageBlock;

bool begins_turn(const content::Message& message) {
    return message.role == content::Role::User &&
           std::ranges::any_of(message.content, [](const content::ContentBlock& block) {
               return !std::holds_alternative<content::ToolResultBlock>(block);
           });
}

void insert_sorted(std::vector<std::string>& list, std::string who) {
    const auto place = std::ranges::lower_bound(list, who);
    if (place == list.end() || *place != who) list.insert(place, std::move(who));
}

}  // namespace

bool LedgerImage::is_quarantined_by(std::string_view who) const {
    return std::ranges::find(quarantined_by, who) != quarantined_by.end();
}

const Reached* LedgerImage::reached_at(std::string_view endpoint) const {
    const auto found = std::ranges::find(by_endpoint, endpoint, &Reached::endpoint);
    return found == by_endpoint.end() ? nullptr : &*found;
}

ImageState LedgerImage::state() const {
    // Refused before it ever reached a model: there is none that was last asked.
    if (reached.state == ImageState::NotSeen && !quarantined_by.empty()) {
        return ImageState::Quarantined;
    }
    const bool refused = is_quarantined_by(reached.endpoint) || is_quarantined_by(reached.provider);
    return refused ? ImageState::Quarantined : reached.state;
}

std::size_t Ledger::Hash::operator()(const content::FileRef& image) const {
    const auto* blob = content::blob_of(image);
    if (blob == nullptr) return std::hash<std::string>{}(std::get<content::UrlRef>(image).url);
    std::size_t hash = 0;
    std::memcpy(&hash, blob->sha256.bytes.data(), sizeof hash);
    return hash;
}

LedgerImage* Ledger::known(const content::FileRef& image) {
    const auto found = places_.find(image);
    return found == places_.end() ? nullptr : &images_[found->second];
}

const LedgerImage* Ledger::find(const content::FileRef& image) const {
    const auto found = places_.find(image);
    return found == places_.end() ? nullptr : &images_[found->second];
}

Result<void> Ledger::add(const Entry& entry) {
    if (entry.kind == EntryKind::Message) {
        add(TRY(message_of(entry)), entry.seq);
    } else if (entry.kind == EntryKind::ImageState) {
        const auto change = change_of(entry);
        if (change.ok()) apply(change.value());
    } else if (entry.kind == EntryKind::Usage) {
        note_call(entry);
    }
    return {};
}

void Ledger::add(const content::Message& message, std::uint64_t seq) {
    if (begins_turn(message)) {
        for (auto& image : images_) ++image.age;
    }
    for (const auto& block : message.content) {
        if (const auto* image = std::get_if<ImageBlock>(&block)) add_image(*image, seq);
        const auto* result = std::get_if<content::ToolResultBlock>(&block);
        if (result == nullptr) continue;
        for (const auto& output : result->content) {
            if (const auto* image = std::get_if<ImageBlock>(&output)) add_image(*image, seq);
        }
    }
}

void Ledger::add_image(const ImageBlock& block, std::uint64_t seq) {
    auto* image = known(block.source);
    if (image == nullptr) {
        places_[block.source] = images_.size();
        image = &images_.emplace_back();
        image->image = block.source;
        image->mime = block.mime;
        image->size = block.size;
        image->filename = block.filename;
        image->alt = block.alt;
        image->first_seq = seq;
    }
    image->last_seq = seq;
    image->age = 0;
}

void Ledger::apply(const ImageChange& change) {
    auto* image = known(change.image);
    if (image == nullptr) return;
    switch (change.action) {
        case ImageAction::Deliver: deliver(*image, change); break;
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
        case ImageAction::Quarantine: quarantine(*image, change); break;
        case ImageAction::Fetch:
            if (!image->file) image->file = change.file;
            break;
    }
}

void Ledger::deliver(LedgerImage& image, const ImageChange& change) {
    image.reached = {change.state, change.provider, change.endpoint, change.tokens};
    const auto before = std::ranges::find(image.by_endpoint, change.endpoint, &Reached::endpoint);
    if (before != image.by_endpoint.end()) {
        *before = image.reached;
    } else {
        image.by_endpoint.push_back(image.reached);
    }
}

void Ledger::quarantine(LedgerImage& image, const ImageChange& change) {
    if (!change.endpoint.empty()) return insert_sorted(image.quarantined_by, change.endpoint);
    insert_sorted(image.quarantined_by, change.provider);
    const auto place = static_cast<std::size_t>(&image - images_.data());
    nameless_.emplace_back(place, change.provider);
}

// {"provider": "mine", "model": "m", "endpoint": "https://… m", …}: behind the changes of its call.
void Ledger::note_call(const Entry& usage) {
    BodyMemory memory;
    const auto body = body_in(memory, usage);
    if (!body.ok()) return;
    const auto provider = text_in(body.value(), "provider");
    const auto model = text_in(body.value(), "model");
    for (const auto& [place, kind] : std::exchange(nameless_, {})) {
        auto& list = images_[place].quarantined_by;
        if (provider.empty() || std::erase(list, kind) == 0) continue;
        insert_sorted(list, std::string(provider) + "/" + std::string(model));
    }
    const auto endpoint = text_in(body.value(), "endpoint");
    if (endpoint == last_asked_) return;
    last_asked_ = endpoint;
    for (auto& image : images_) {
        if (const auto* reached = image.reached_at(endpoint)) image.reached = *reached;
    }
}

Result<std::vector<LedgerImage>> ledger_of(std::span<const Entry> entries) {
    Ledger ledger;
    for (const auto& entry : entries) TRY(ledger.add(entry));
    return ledger.images();
}

}  // namespace fovea::store
