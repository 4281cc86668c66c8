#include "fovea/gateway/way/answer_cache.hpp"

#include "fovea/base/bytes.hpp"

#include <utility>

namespace fovea::gateway {

Sha256 AnswerCache::key_of(
    std::string_view token, std::string_view model, std::string_view path, std::string_view body
) {
    std::string text;
    text.reserve(token.size() + model.size() + path.size() + body.size() + 64);
    for (const auto part : {token, model, path, body}) {
        text.append(std::to_string(part.size())).append(":").append(part);
    }
    return sha256(as_bytes(text));
}

std::shared_ptr<const KeptAnswer> AnswerCache::find(const Sha256& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
}

void AnswerCache::put(const Sha256& key, KeptAnswer answer) {
    if (answer.body.size() > kMaxAnswer) return;
    const std::scoped_lock lock(mutex_);
    if (places_.contains(key)) return;
    bytes_ += answer.body.size();
    entries_.emplace_front(key, std::make_shared<const KeptAnswer>(std::move(answer)));
    places_[key] = entries_.begin();
    while (bytes_ > kMaxBytes && entries_.size() > 1) {
        bytes_ -= entries_.back().second->body.size();
        places_.erase(entries_.back().first);
        entries_.pop_back();
    }
}

}  // namespace fovea::gateway
