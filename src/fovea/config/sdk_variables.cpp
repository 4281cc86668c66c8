#include "fovea/config/sdk_variables.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/net/http/server_origin.hpp"

#include <algorithm>

namespace fovea::config {
namespace {

using Names = std::vector<std::string_view>;

struct Variables {
    std::string_view provider;
    Names address;  // the first that is set counts
    Names key;
};

const std::vector<Variables>& table() {
    static const Names kGeminiAddress = {"GOOGLE_GEMINI_BASE_URL"};
    static const Names kGeminiKey = {"GEMINI_API_KEY", "GOOGLE_API_KEY"};
    static const std::vector<Variables> all = {
        {"anthropic", {"ANTHROPIC_BASE_URL"}, {"ANTHROPIC_API_KEY"}},
        {"openai", {"OPENAI_BASE_URL", "OPENAI_API_BASE"}, {"OPENAI_API_KEY"}},
        {"google", kGeminiAddress, kGeminiKey},
        {"gemini", kGeminiAddress, kGeminiKey},
        {"ollama", {"OLLAMA_HOST"}, {}},
        {"deepseek", {}, {"DEEPSEEK_API_KEY"}},
        {"groq", {}, {"GROQ_API_KEY"}},
        {"mistral", {}, {"MISTRAL_API_KEY"}},
        {"openrouter", {}, {"OPENROUTER_API_KEY"}},
        {"xai", {}, {"XAI_API_KEY"}},
    };
    return all;
}

struct Found {
    std::string name;
    std::string text;
};

// Empty counts as not set, as for the clients.
Found first_of(const Names& names, const Environment& environment) {
    for (const auto name : names) {
        std::string own(name);
        const char* text = environment(own.c_str());
        if (text == nullptr) continue;
        if (auto value = std::string(trimmed(text, " \t\r\n\"'")); !value.empty())
            return {std::move(own), std::move(value)};
    }
    return {};
}

// Many servers speak OpenAI's Chat Completions; the Responses API has OpenAI alone for certain.
bool is_openai_itself(const std::string& url) {
    const auto origin = net::server_origin(url);
    if (!origin.ok()) return false;
    const auto& host = origin.value().host;
    return host == "api.openai.com" || host.ends_with(".api.openai.com");
}

}  // namespace

std::string ollama_address(std::string_view host) {
    constexpr std::string_view kEverywhere = "0.0.0.0";  // where a server listens, nowhere to go to
    std::string scheme = "http://";
    std::string port = ":11434";
    if (const auto end = host.find("://"); end != std::string_view::npos) {
        scheme = std::string(host.substr(0, end + 3));
        host.remove_prefix(end + 3);
        port.clear();
    }
    const auto slash = std::min(host.find('/'), host.size());
    auto path = std::string(host.substr(slash));
    host = host.substr(0, slash);
    while (path.ends_with('/')) path.pop_back();
    // The last colon, unless it is one of an IPv6 address.
    const auto colon = host.rfind(':');
    const auto bracket = host.rfind(']');
    const bool bare_v6 = bracket == std::string_view::npos && host.find(':') != colon;
    const bool has_port = colon != std::string_view::npos && !bare_v6 &&
                          (bracket == std::string_view::npos || bracket < colon);
    if (has_port) {
        port = std::string(host.substr(colon));
        host = host.substr(0, colon);
    }
    std::string name(host);
    if (name.empty() || name == kEverywhere) name = "127.0.0.1";
    if (name == "::" || name == "[::]") name = "[::1]";
    if (bare_v6 && !name.starts_with('[')) name = "[" + name + "]";
    return scheme + name + port + path;
}

void apply_sdk_variables(const Environment& environment, Loaded& loaded) {
    if (!environment) return;
    for (const auto& variables : table()) {
        const std::string name(variables.provider);
        if (loaded.settings.providers.contains(name)) continue;
        const auto address = first_of(variables.address, environment);
        const auto key = first_of(variables.key, environment);
        if (address.text.empty() && key.text.empty()) continue;
        auto& provider = loaded.settings.providers[name];
        const auto set = [&](std::string& field,
                             const char* field_name,
                             std::string value,
                             const std::string& origin) {
            field = std::move(value);
            loaded.origins["providers." + name + "." + field_name] = origin;
        };
        if (!key.text.empty()) set(provider.api_key_env, "api_key_env", key.name, key.name);
        if (address.text.empty()) continue;
        set(provider.base_url,
            "base_url",
            name == "ollama" ? ollama_address(address.text) : address.text,
            address.name);
        if (name == "openai" && !is_openai_itself(address.text)) {
            set(provider.kind, "kind", "openai_compatible", address.name);
        }
    }
}

std::string address_variable_of(std::string_view provider) {
    for (const auto& variables : table()) {
        if (variables.provider != provider || variables.address.empty()) continue;
        return std::string(variables.address.front());
    }
    return {};
}

std::vector<std::string> sdk_variable_names() {
    std::vector<std::string> names;
    for (const auto& variables : table()) {
        names.insert(names.end(), variables.address.begin(), variables.address.end());
        names.insert(names.end(), variables.key.begin(), variables.key.end());
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace fovea::config
