// Asks a model's own server what it can do, with the key of its provider and what is remembered of
// earlier answers.
//
//     const auto answer = ask_about(provider, "llava", situation);   // nothing fails: answer.why_not
#pragma once

#include "fovea/host/situation.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/providers/server_memory.hpp"

#include <string>

namespace fovea::host {

// As far as local_only allows.
net::HttpSettings http_settings(const config::Settings& settings);

// The key and the provider's own headers, as a request of that kind has them; no key where it cannot
// be read.
net::HttpHeaders headers_for(
    const config::ProviderSettings& provider, const config::Environment& environment
);

// Without a key where it cannot be read: some servers tell anyone.
providers::ServerAnswer ask_about(
    const config::ProviderSettings& provider, const std::string& id, const Situation& situation
);

}  // namespace fovea::host
