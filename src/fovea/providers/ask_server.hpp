// Asks a server what one of its models can do, where that kind of server can tell (K1).
//
//     const auto told = ask_server(client, provider, "llava", headers, kAskTimeout, stop);
//     models::resolve({…, .server = told.ok() ? told.value() : std::nullopt});
//
//     ollama              POST /api/show
//     openai_compatible   GET /v1/models, told there by OpenRouter and llama.cpp; where that list
//                         says nothing of what models take, GET /props of llama.cpp
//     others              nothing is asked
//
// Nothing when the server does not say. An error is a reason, never the end of anything: what stays
// unknown counts as no. Replies over 8 MiB are not read. `client` decides how far one may reach
// (net::Reach::LoopbackOnly for local_only).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/models/server_metadata.hpp"
#include "fovea/net/http/sender.hpp"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace fovea::providers {

inline constexpr std::chrono::milliseconds kAskTimeout{3'000};

// Whether a server of this kind is asked at all.
bool can_tell_of_models(std::string_view kind);

// `timeout` is for each request; at most two are made, the second only to a server that answered.
Result<std::optional<models::ServerMetadata>> ask_server(
    net::HttpSender& client,
    const config::ProviderSettings& provider,  // whole, as of config::find_provider
    const std::string& id,
    const net::HttpHeaders& headers,  // the key and the provider's own ones
    std::chrono::milliseconds timeout,
    const std::stop_token& stop
);

}  // namespace fovea::providers
