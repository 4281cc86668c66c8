#include "fovea/config/provider_kinds.hpp"

#include "fovea/config/checks.hpp"
#include "fovea/config/nearest.hpp"
#include "fovea/config/sdk_variables.hpp"

#include <algorithm>
#include <map>

namespace fovea::config {
namespace {

struct Kind {
    std::string_view name;
    std::string_view base_url;     // empty: has to be configured
    std::string_view api_key_env;  // of the public address
    KindFacts facts;
};

constexpr Kind kKinds[] = {
    {"anthropic",
     "https://api.anthropic.com",
     "ANTHROPIC_API_KEY",
     {.caching = PromptCaching::WhereMarked, .cached_up_to = CachedUpTo::FirstPicture}},
    {"openai_responses",
     "https://api.openai.com",
     "OPENAI_API_KEY",
     {.caching = PromptCaching::Always}},
    {"openai_chat", "https://api.openai.com", "OPENAI_API_KEY", {.caching = PromptCaching::Always}},
    {"openai_compatible", "", "", {.tells_of_models = true}},
    {"gemini",
     "https://generativelanguage.googleapis.com",
     "GEMINI_API_KEY",
     {.carries_video = true, .caching = PromptCaching::Always}},
    {"ollama", "http://127.0.0.1:11434", "", {.tells_of_models = true}},
    {"local", "", "", {.is_local = true}},
};

ProviderSettings named(const char* kind, const char* base_url = "", const char* key = "") {
    return {.kind = kind, .base_url = base_url, .api_key_env = key};
}

const std::map<std::string, ProviderSettings, std::less<>>& defaults() {
    static const std::map<std::string, ProviderSettings, std::less<>> all = {
        {"anthropic", named("anthropic")},
        {"openai", named("openai_responses")},
        {"google", named("gemini")},
        {"gemini", named("gemini")},
        {"ollama", named("ollama")},
        {"lmstudio", named("openai_compatible", "http://127.0.0.1:1234/v1")},
        {"llamacpp", named("openai_compatible", "http://127.0.0.1:8080/v1")},
        {"local", named("local")},
        {"deepseek", named("openai_compatible", "https://api.deepseek.com", "DEEPSEEK_API_KEY")},
        {"groq", named("openai_compatible", "https://api.groq.com/openai/v1", "GROQ_API_KEY")},
        {"mistral", named("openai_compatible", "https://api.mistral.ai/v1", "MISTRAL_API_KEY")},
        {"openrouter",
         named("openai_compatible", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY")},
        {"xai", named("openai_compatible", "https://api.x.ai/v1", "XAI_API_KEY")},
    };
    return all;
}

const Kind& kind_of(std::string_view name) {
    const auto* const found = std::ranges::find(kKinds, name, &Kind::name);
    return found == std::end(kKinds) ? kKinds[3] : *found;
}

// The provider as it is when nothing but its name and kind is configured.
ProviderSettings public_form(const std::string& name, const std::string& kind) {
    const auto* shipped = default_provider(name);
    ProviderSettings whole;
    if (shipped != nullptr && (kind.empty() || kind == shipped->kind)) whole = *shipped;
    if (whole.kind.empty()) whole.kind = kind;
    const auto& rules = kind_of(whole.kind);
    if (whole.base_url.empty()) whole.base_url = rules.base_url;
    if (whole.api_key_env.empty()) whole.api_key_env = rules.api_key_env;
    return whole;
}

std::vector<std::string> all_names(const Settings& settings) {
    auto names = default_provider_names();
    for (const auto& [name, provider] : settings.providers) names.push_back(name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::string known_names(const Settings& settings) {
    std::string joined;
    for (const auto& name : all_names(settings)) joined += (joined.empty() ? "" : ", ") + name;
    return joined;
}

// "; did you mean openrouter?", where one is near.
std::string nearest_provider(const Settings& settings, std::string_view name) {
    const auto names = all_names(settings);
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto nearest = nearest_name(name, known);
    return nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?";
}

}  // namespace

const KindFacts& facts_of_kind(std::string_view kind) {
    static constexpr KindFacts kNothing;
    const auto* const found = std::ranges::find(kKinds, kind, &Kind::name);
    return found == std::end(kKinds) ? kNothing : found->facts;
}

std::vector<std::string> provider_kinds() {
    std::vector<std::string> names;
    for (const auto& kind : kKinds) names.emplace_back(kind.name);
    return names;
}

std::vector<std::string> default_provider_names() {
    std::vector<std::string> names;
    for (const auto& [name, provider] : defaults()) names.push_back(name);
    return names;
}

const ProviderSettings* default_provider(std::string_view name) {
    const auto found = defaults().find(name);
    return found == defaults().end() ? nullptr : &found->second;
}

Result<ProviderSettings> find_provider(const Settings& settings, const std::string& name) {
    const auto configured = settings.providers.find(name);
    if (configured == settings.providers.end()) {
        if (default_provider(name) == nullptr) {
            return Error{
                ErrorCode::NoCandidate,
                "unknown provider \"" + name + "\" (known: " + known_names(settings) +
                    "); add [providers." + name + "] to the configuration"};
        }
        return public_form(name, "");
    }
    auto provider = configured->second;
    const auto known = public_form(name, provider.kind);
    if (provider.kind.empty()) provider.kind = known.kind;
    if (provider.base_url.empty()) provider.base_url = known.base_url;
    const bool has_key = !provider.api_key.empty() || !provider.api_key_file.empty() ||
                         !provider.api_key_env.empty();
    if (!has_key && provider.base_url == known.base_url) provider.api_key_env = known.api_key_env;
    if (provider.base_url.empty() && !kind_of(provider.kind).facts.is_local) {
        return Error{
            ErrorCode::ConfigInvalid,
            "providers." + name + " needs a base_url: its kind has no default"};
    }
    const auto variable = address_variable_of(name);
    TRY(check_base_url(
        "providers." + name + ".base_url" + (variable.empty() ? "" : " or " + variable),
        provider.base_url
    ));
    return provider;
}

Result<ModelName> split_model_name(const Settings& settings, std::string_view model) {
    const auto slash = model.find('/');
    const auto provider = std::string(model.substr(0, slash));
    const bool known =
        settings.providers.contains(provider) || default_provider(provider) != nullptr;
    if (slash == std::string_view::npos || slash + 1 == model.size()) {
        return Error{
            ErrorCode::InvalidInput,
            "unknown model \"" + std::string(model.substr(0, 200)) +
                "\": write provider/model (providers: " + known_names(settings) + ")"};
    }
    if (!known) {
        return Error{
            ErrorCode::InvalidInput,
            "unknown provider \"" + provider.substr(0, 200) + "\" in \"" +
                std::string(model.substr(0, 200)) + "\"" + nearest_provider(settings, provider) +
                " (providers: " + known_names(settings) + ")"};
    }
    return ModelName{provider, std::string(model.substr(slash + 1))};
}

}  // namespace fovea::config
