#include "fovea/gateway/turns/memory.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/base64.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/store/image_change.hpp"
#include "fovea/store/timestamp.hpp"

#include <boost/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace fovea::gateway {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxRefused = 10'000;   // of one endpoint
constexpr std::size_t kMaxAccepted = 10'000;  // of one endpoint
constexpr std::size_t kMaxEndpoints = 200;
constexpr std::size_t kMaxHidden = 2'000;

std::string key_of(const Sha256& image, const std::string& model) {
    return "gateway description\n" + image.hex() + "\n" + model;
}

void add_pictures(const content::ContentBlock& block, std::vector<content::ImageBlock>& pictures) {
    if (const auto* const image = std::get_if<content::ImageBlock>(&block)) {
        pictures.push_back(*image);
    }
    const auto* const result = std::get_if<content::ToolResultBlock>(&block);
    if (result == nullptr) return;
    for (const auto& each : result->content) {
        if (const auto* const image = std::get_if<content::ImageBlock>(&each)) {
            pictures.push_back(*image);
        }
    }
}

}  // namespace

std::vector<content::ImageBlock> pictures_of(const std::vector<content::Message>& messages) {
    std::vector<content::ImageBlock> pictures;
    for (const auto& message : messages) {
        for (const auto& block : message.content) add_pictures(block, pictures);
    }
    return pictures;
}

TurnMemory::TurnMemory(store::ResultCache descriptions, std::filesystem::path refused)
    : descriptions_(std::move(descriptions)), file_(std::move(refused)) {
    load();
}

// ---- descriptions

proxy::Descriptions TurnMemory::descriptions_of(
    const std::vector<content::ImageBlock>& pictures, const std::string& vision_model
) const {
    proxy::Descriptions known;
    for (const auto& picture : pictures) {
        const auto* const blob = content::blob_of(picture.source);
        if (blob == nullptr || known.find(blob->sha256) != nullptr) continue;
        const auto text = descriptions_.get(key_of(blob->sha256, vision_model));
        if (!text) continue;
        json::error_code broken;
        const auto value = json::parse(*text, broken);
        if (broken || !value.is_array() || value.get_array().size() != 3) continue;
        const auto& parts = value.get_array();
        if (!std::ranges::all_of(parts, [](const auto& part) { return part.is_string(); }))
            continue;
        known.put(
            blob->sha256,
            {std::string(parts[0].get_string()),
             std::string(parts[1].get_string()),
             std::string(parts[2].get_string())}
        );
    }
    return known;
}

void TurnMemory::learn(const std::vector<store::Entry>& entries, const std::string& vision_model) {
    for (const auto& entry : entries) {
        if (entry.kind != store::EntryKind::Description) continue;
        const auto body = store::body_of(entry);
        if (!body.ok()) continue;
        const auto* const image = body.value().if_contains("image");
        const auto* const sha = image != nullptr ? image : body.value().if_contains("sha256");
        if (sha == nullptr || !sha->is_string()) continue;
        const auto digest = Sha256::from_hex(std::string_view(sha->get_string()));
        if (!digest.ok()) continue;
        const auto* const said = proxy::descriptions_of({&entry, 1}).find(digest.value());
        if (said == nullptr) continue;
        descriptions_.put(
            key_of(digest.value(), vision_model),
            json_text(json::array{said->text, said->model, said->grounding_format})
        );
    }
}

// ---- what endpoints did

std::vector<store::Entry> TurnMemory::standing_of(
    const std::vector<content::ImageBlock>& pictures,
    const std::string& endpoint,
    const std::string& kind
) const {
    std::vector<store::Entry> entries;
    const std::scoped_lock lock(mutex_);
    const auto refused = refused_.find(endpoint);
    const auto accepted = accepted_.find(endpoint);
    for (const auto& picture : pictures) {
        const auto* const blob = content::blob_of(picture.source);
        if (blob == nullptr) continue;
        store::ImageChange change{.image = picture.source, .provider = kind, .endpoint = endpoint};
        if (refused != refused_.end() && refused->second.contains(blob->sha256)) {
            change.action = store::ImageAction::Quarantine;
            change.reason = refused->second.at(blob->sha256).why;
        } else if (accepted != accepted_.end() && accepted->second.contains(blob->sha256)) {
            change.action = store::ImageAction::Deliver;
            change.state = store::ImageState::Pixels;
        } else {
            continue;
        }
        entries.push_back(store::change_entry(change, store::system_now()));
    }
    return entries;
}

bool TurnMemory::refuse(
    const content::BlobRef& picture,
    std::uint64_t bytes,
    const std::string& endpoint,
    const std::string& why
) {
    const std::scoped_lock lock(mutex_);
    if (refused_.size() >= kMaxEndpoints) refused_.clear();
    auto& of_endpoint = refused_[endpoint];
    if (of_endpoint.size() >= kMaxRefused) of_endpoint.clear();
    const bool is_news = of_endpoint.try_emplace(picture.sha256, Refusal{why, bytes}).second;
    if (is_news) save();
    return is_news;
}

void TurnMemory::accept(const content::BlobRef& picture, const std::string& endpoint) {
    const std::scoped_lock lock(mutex_);
    if (accepted_.size() >= kMaxEndpoints) accepted_.clear();
    auto& of_endpoint = accepted_[endpoint];
    if (of_endpoint.size() >= kMaxAccepted) of_endpoint.clear();
    of_endpoint.insert(picture.sha256);
}

bool TurnMemory::may_be_refused(const std::string& endpoint, std::uint64_t base64_characters)
    const {
    const std::scoped_lock lock(mutex_);
    const auto found = refused_.find(endpoint);
    if (found == refused_.end()) return false;
    return std::ranges::any_of(found->second, [&](const auto& each) {
        return base64_size(each.second.bytes) == base64_characters;
    });
}

void TurnMemory::load() {
    std::ifstream in(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    json::error_code broken;
    const auto value = json::parse(text, broken);
    if (broken || !value.is_array()) return;
    for (const auto& each : value.get_array()) {
        if (!each.is_array() || each.get_array().size() != 4) continue;
        const auto& row = each.get_array();
        if (!row[0].is_string() || !row[1].is_string() || !row[2].is_string()) continue;
        const auto digest = Sha256::from_hex(std::string_view(row[1].get_string()));
        json::error_code failed;
        const auto bytes = row[3].to_number<std::uint64_t>(failed);
        if (!digest.ok() || failed) continue;
        refused_[std::string(row[0].get_string())][digest.value()] = {
            std::string(row[2].get_string()), bytes};
    }
}

void TurnMemory::save() const {
    if (file_.empty()) return;
    json::array rows;
    for (const auto& [endpoint, pictures] : refused_) {
        for (const auto& [picture, refusal] : pictures) {
            rows.emplace_back(json::array{endpoint, picture.hex(), refusal.why, refusal.bytes});
        }
    }
    const auto text = json_text(rows);
    const auto written = write_file(file_, as_bytes(text), Readers::OwnerOnly);
    if (!written.ok()) spdlog::warn("refused pictures are not kept: {}", written.error().message);
}

// ---- calls of ours

void TurnMemory::hide(const std::vector<std::string>& ids, const HiddenCalls& calls) {
    const std::scoped_lock lock(mutex_);
    for (const auto& id : ids) {
        if (!hidden_.insert_or_assign(id, calls).second) continue;
        hidden_order_.push_back(id);
        if (hidden_order_.size() <= kMaxHidden) continue;
        hidden_.erase(hidden_order_.front());
        hidden_order_.pop_front();
    }
}

std::optional<HiddenCalls> TurnMemory::hidden_beside(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    const auto found = hidden_.find(id);
    if (found == hidden_.end()) return std::nullopt;
    return found->second;
}

bool TurnMemory::restore(std::vector<content::Message>& messages) const {
    const std::scoped_lock lock(mutex_);
    if (hidden_.empty()) return false;
    bool has_any = false;
    for (std::size_t i = 0; i + 1 < messages.size(); ++i) {
        auto& said = messages[i].content;
        const auto first = std::ranges::find_if(said, [&](const content::ContentBlock& block) {
            const auto* const call = std::get_if<content::ToolUseBlock>(&block);
            return call != nullptr && hidden_.contains(call->id);
        });
        if (first == said.end()) continue;
        const auto& ours = hidden_.at(std::get<content::ToolUseBlock>(*first).id);
        has_any = true;
        said.insert(first, ours.calls.begin(), ours.calls.end());
        auto& results = messages[i + 1].content;
        results.insert(results.begin(), ours.results.begin(), ours.results.end());
    }
    return has_any;
}

}  // namespace fovea::gateway
