// Whom somebody could ask who has chosen no model yet: providers whose key is at hand, and servers of models that run on
// this machine.
//
//     for (const auto& found : find_keys(settings, environment)) …           // reads keys, opens nothing
//     for (const auto& found : find_local_servers(settings, client, stop)) … // asks loopback alone
//
// Nothing of a key is told but where it was found (Q5). What does not answer within a second is not there.
#pragma once

#include "fovea/config/secrets.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/net/http/sender.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::host {

struct FoundModel {
    std::string name;               // "ollama/llava"
    std::optional<bool> sees = {};  // none: nobody says

    bool operator==(const FoundModel&) const = default;
};

struct FoundProvider {
    std::string name;                     // "ollama"
    std::string where;                    // "ANTHROPIC_API_KEY", "127.0.0.1:11434"
    std::vector<FoundModel> models = {};  // some of them, best first; none where nobody lists them

    bool operator==(const FoundProvider&) const = default;
};

std::vector<FoundProvider> find_keys(
    const config::Settings& settings, const config::Environment& environment
);

// What is listed and could be asked as things are: its provider is known, and its key at hand.
std::vector<FoundModel> usable_models(
    const config::Settings& settings, const config::Environment& environment
);

// Ollama, llama.cpp and LM Studio, where they usually are or where the configuration says; others on loopback that
// are configured.
std::vector<FoundProvider> find_local_servers(
    const config::Settings& settings, net::HttpSender& client, const std::stop_token& stop
);

}  // namespace fovea::host
