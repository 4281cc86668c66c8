// The kinds of providers there are, and the providers that need no configuration but their key.
//
//     const auto provider = TRY(find_provider(settings, "anthropic"));
//     provider.base_url;   // as configured, else the kind's public one
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::config {

// When a provider remembers the beginning of a prompt.
enum class PromptCaching : std::uint8_t { WherePriced, WhereMarked, Always };

// What of a request decides whether what was remembered still fits.
enum class CachedUpTo : std::uint8_t { FirstChange, FirstPicture };

// What shared code has to know of a kind: nobody compares its name.
struct KindFacts {
    bool is_local = false;         // answers without a server
    bool carries_video = false;    // its requests hold recordings
    bool tells_of_models = false;  // its servers say what their models can do
    PromptCaching caching = PromptCaching::WherePriced;
    CachedUpTo cached_up_to = CachedUpTo::FirstChange;
};

// An unknown kind has none.
const KindFacts& facts_of_kind(std::string_view kind);

// anthropic, openai_responses, openai_chat, openai_compatible, gemini, ollama, local.
std::vector<std::string> provider_kinds();

// Names that are known without a [providers.NAME].
std::vector<std::string> default_provider_names();

// nullptr for a name that is not one of them.
const ProviderSettings* default_provider(std::string_view name);

// The configured entry with its gaps filled: by the default provider of the same name and kind, then
// by what is public for its kind. A default key variable is left out for another address than the
// public one: a key goes only where it belongs, or where somebody said so. NoCandidate when there is
// no such provider; ConfigInvalid when it has no address.
Result<ProviderSettings> find_provider(const Settings& settings, const std::string& name);

// "anthropic" and "claude-opus-5" of "anthropic/claude-opus-5": the part before the first slash when
// it is a provider's name. InvalidInput otherwise, naming the providers.
struct ModelName {
    std::string provider;
    std::string id;

    bool operator==(const ModelName&) const = default;
};
Result<ModelName> split_model_name(const Settings& settings, std::string_view model);

}  // namespace fovea::config
