// A model as a request to it needs it: where its server is, how it wants to be spoken to, and what
// it takes.
//
//     const Target target = TRY(find_target(settings, "anthropic/claude-opus-5"));
//     target.can.vision.value;   target.limits.max_images;
//
// Pure: reads no key, and asks no server; what one told before is handed in.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/request_limits.hpp"
#include "fovea/models/capabilities.hpp"
#include "fovea/providers/dialect.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fovea::delivery {

struct Target {
    std::string name;  // "anthropic/claude-opus-5", also where the id alone was said
    std::string provider;
    std::string kind;
    std::string model;  // "claude-opus-5"
    config::ProviderSettings settings;
    models::Capabilities can;
    providers::ModelTraits traits;
    context::RequestLimits limits;

    // What learnt limits are remembered by; no password of the address is in it.
    std::string endpoint() const;
    bool is_local() const { return config::facts_of_kind(kind).is_local; }
};

// What a server says about a model, asked only where neither the configuration nor the catalogue
// knows whether it sees.
using ServerSays = std::function<
    std::optional<models::ServerMetadata>(const config::ProviderSettings&, std::string_view model)>;

// By "provider/id", or by an id alone that is known. InvalidInput, with the nearest names, otherwise.
Result<Target> find_target(
    const config::Settings& settings, std::string_view name, const ServerSays& server_says = {}
);

// How pictures of earlier turns go to it: cache-aware only where the provider caches prompts (X2).
context::AgeingSettings ageing_for(const Target& target, const config::ImageSettings& images);

// Makes limits and traits stricter by what errors told. Never looser: a limit of the catalogue holds
// too. False when nothing of it was news.
bool apply_learnt(Target& target, std::span<const providers::LearntLimit> learnt);

}  // namespace fovea::delivery
