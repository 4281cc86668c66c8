#include "fovea/host/server_question.hpp"

#include "fovea/config/secrets.hpp"
#include "fovea/host/this_process.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/providers/dialects.hpp"

#include <chrono>

namespace fovea::host {
net::HttpHeaders headers_for(
    const config::ProviderSettings& provider, const config::Environment& environment
) {
    net::HttpHeaders headers;
    for (const auto& [name, value] : provider.headers) headers.push_back({name, value});
    const auto key = config::read_key(provider, environment);
    const auto dialect = providers::make_dialect(provider.kind);
    if (!key.ok() || !key.value() || !dialect.ok()) return headers;
    for (auto& [name, value] : dialect.value()->authentication(key.value()->reveal())) {
        headers.push_back({std::move(name), std::move(value)});
    }
    return headers;
}

net::HttpSettings http_settings(const config::Settings& settings) {
    return {
        .reach = settings.local_only ? net::Reach::LoopbackOnly : net::Reach::Anywhere,
        .ca_file = authorities_file()};
}

providers::ServerAnswer ask_about(
    const config::ProviderSettings& provider, const std::string& id, const Situation& situation
) {
    if (!providers::can_tell_of_models(provider.kind)) return {};
    const auto& settings = situation.settings();
    const providers::ServerMemory memory(store::ResultCache(situation.parts.result_cache(settings))
    );
    net::HttpClient client(http_settings(settings));
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return memory.ask(
        client,
        provider,
        id,
        headers_for(provider, situation.parts.config_sources.environment),
        now,
        {}
    );
}

}  // namespace fovea::host
