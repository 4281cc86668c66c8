// What servers said of their models, kept for some minutes, so that not every call asks again (K1).
//
//     const ServerMemory memory(store::ResultCache(services.result_cache(settings)));
//     const auto answer = memory.ask(client, provider, "llava", headers, now, stop);
//     models::resolve({…, .server = answer.told});
//
// Nothing here fails: a server that cannot be asked is an answer too, with its reason, and is left
// alone for a minute. A cancelled question is not remembered.
#pragma once

#include "fovea/providers/ask_server.hpp"
#include "fovea/store/result_cache.hpp"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::providers {

struct ServerAnswer {
    std::optional<models::ServerMetadata> told = {};
    std::string why_not = {};  // a sentence; empty when it was told or was not asked

    bool operator==(const ServerAnswer&) const = default;
};

class ServerMemory {
public:
    static constexpr std::chrono::minutes kKept{10};
    static constexpr std::chrono::minutes kFailureKept{1};

    explicit ServerMemory(store::ResultCache cache) : cache_(std::move(cache)) {}

    // From memory, else from the server.
    ServerAnswer ask(
        net::HttpSender& client,
        const config::ProviderSettings& provider,
        const std::string& id,
        const net::HttpHeaders& headers,
        std::chrono::sys_seconds now,
        const std::stop_token& stop
    ) const;

    std::optional<ServerAnswer> find(
        const config::ProviderSettings& provider,
        const std::string& id,
        std::chrono::sys_seconds now
    ) const;

    void keep(
        const config::ProviderSettings& provider,
        const std::string& id,
        const ServerAnswer& answer,
        std::chrono::sys_seconds now
    ) const;

private:
    store::ResultCache cache_;
};

}  // namespace fovea::providers
