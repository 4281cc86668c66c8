// Whole answers to requests that ask for no chance (temperature 0), for whoever sends the very same bytes again
// (gateway.cache). In memory alone; the least recently used go first.
//
//     const auto key = AnswerCache::key_of(token, model, path, body);
//     if (const auto answer = cache.find(key)) …
//
// Any thread.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/gateway/exchange.hpp"

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::gateway {

struct KeptAnswer {
    int status = 200;
    Headers headers = {};
    std::string body = {};
};

class AnswerCache {
public:
    static constexpr std::size_t kMaxAnswer = 1u << 20;
    static constexpr std::size_t kMaxBytes = 64u << 20;

    static Sha256 key_of(
        std::string_view token, std::string_view model, std::string_view path, std::string_view body
    );

    // Null where there is none.
    std::shared_ptr<const KeptAnswer> find(const Sha256& key);
    void put(const Sha256& key, KeptAnswer answer);

private:
    using Entry = std::pair<Sha256, std::shared_ptr<const KeptAnswer>>;

    std::mutex mutex_;          // guards what follows
    std::list<Entry> entries_;  // the last used first
    std::map<Sha256, std::list<Entry>::iterator> places_;
    std::size_t bytes_ = 0;
};

inline Sha256 AnswerCache::key_of(
    std::string_view token, std::string_view model, std::string_view path, std::string_view body
) {
    std::string text;
    text.reserve(token.size() + model.size() + path.size() + body.size() + 64);
    for (const auto part : {token, model, path, body}) {
        text.append(std::to_string(part.size())).append(":").append(part);
    }
    return sha256(as_bytes(text));
}

inline std::shared_ptr<const KeptAnswer> AnswerCache::find(const Sha256& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
}

inline void AnswerCache::put(const Sha256& key, KeptAnswer answer) {
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
