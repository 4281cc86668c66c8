// Whole answers to requests that ask for no chance (temperature 0), for whoever sends the very same bytes again
// (gateway.cache). In memory alone; the least recently used go first.
//
//     const auto key = AnswerCache::key_of(token, model, path, body);
//     if (const auto answer = cache.find(key)) …
//
// Any thread.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/gateway/exchange.hpp"

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

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

}  // namespace fovea::gateway
