#include "fovea/host/found_providers.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/host/model_list.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/net/http/origin.hpp"
#include "fovea/providers/ask_server.hpp"
#include "fovea/providers/endpoint_url.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <string_view>
#include <utility>

namespace fovea::host {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;

constexpr std::size_t kMostOfProvider = 4;
constexpr std::size_t kMostOfServer = 20;
constexpr std::size_t kMostAsked = 6;  // about their eyes
constexpr std::size_t kMaxName = 200;
constexpr std::uint64_t kMaxReply = 1u << 20;
constexpr milliseconds kConnect{300};
constexpr milliseconds kWhole{1000};

// "gemini" and "google" are two names of one.
std::string_view catalogue_name(std::string_view provider) {
    return provider == "gemini" ? "google" : provider;
}

// "claude-sonnet-" of "claude-sonnet-5-5".
std::string family_of(std::string_view id) {
    std::string family;
    for (const char letter : id) {
        if ((letter >= '0' && letter <= '9') || letter == '.') continue;
        if (letter != '-' || !family.ends_with('-')) family += letter;
    }
    return family;
}

// The newest of each family, as the catalogue has them of that vendor.
std::vector<FoundModel> of_catalogue(const std::string& provider, std::string_view vendor) {
    std::vector<FoundModel> models;
    std::set<std::string> families;
    for (const auto& model : models::shipped_catalogue().models()) {
        const bool is_offered = model.provider == catalogue_name(vendor) &&
                                model.status == "active" && model.vision && model.tools;
        if (!is_offered || models.size() >= kMostOfProvider) continue;
        if (!families.insert(family_of(model.id)).second) continue;
        models.push_back({provider + "/" + model.id, true});
    }
    return models;
}

// The vendor whose models a provider of one's own has, by how it is spoken to; none: nobody knows which it has.
std::string_view vendor_of(std::string_view kind) {
    if (kind == "anthropic") return "anthropic";
    if (kind == "gemini") return "google";
    return kind == "openai_responses" || kind == "openai_chat" ? "openai" : "";
}

std::string place_of_key(const config::ProviderSettings& provider) {
    if (!provider.api_key.empty()) return "the configuration";
    return provider.api_key_file.empty() ? provider.api_key_env : provider.api_key_file;
}

std::set<std::string> names_in(const config::Settings& settings) {
    const auto shipped = config::default_provider_names();
    std::set<std::string> names(shipped.begin(), shipped.end());
    for (const auto& [name, provider] : settings.providers) names.insert(name);
    return names;
}

bool is_on_loopback(const std::string& url) {
    const auto origin = net::origin_of(url);
    if (!origin.ok()) return false;
    const auto& host = origin.value().host;
    return host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == "::1";
}

std::optional<std::string> page_at(
    const std::string& url, net::HttpSender& client, const std::stop_token& stop
) {
    std::string body;
    const auto answer = client.send(
        {.url = url,
         .connect_timeout = kConnect,
         .idle_timeout = kWhole,
         .total_timeout = kWhole,
         .max_response_bytes = kMaxReply},
        {.on_body =
             [&](std::string_view piece) {
                 body += piece;
                 return net::Flow::Continue;
             }},
        stop
    );
    if (!answer.ok() || answer.value().status != 200) return std::nullopt;
    return body;
}

// Of {"data": [{"id": …}]} and of Ollama's {"models": [{"name": …}]}. None: it is something else that listens there.
std::optional<std::vector<std::string>> names_listed(
    const std::string& body, const char* list, const char* name
) {
    const auto value = parse_foreign_json(body, 32);
    if (!value.ok() || !value.value().is_object()) return std::nullopt;
    const auto* rows = value.value().get_object().if_contains(list);
    if (rows == nullptr || !rows->is_array()) return std::nullopt;
    std::vector<std::string> names;
    for (const auto& row : rows->get_array()) {
        const auto* said = row.is_object() ? row.get_object().if_contains(name) : nullptr;
        if (said == nullptr || !said->is_string()) return std::nullopt;
        const std::string text(said->get_string());
        if (text.empty() || text.size() > kMaxName || printable(text) != text) continue;
        if (names.size() < kMostOfServer) names.push_back(text);
    }
    return names;
}

std::optional<FoundProvider> ask_for_models(
    const std::string& name,
    const config::ProviderSettings& provider,
    net::HttpSender& client,
    const std::stop_token& stop
) {
    const bool is_ollama = provider.kind == "ollama";
    const auto page = page_at(
        providers::endpoint_url(provider.base_url, is_ollama ? "/api/tags" : "/v1/models"),
        client,
        stop
    );
    if (!page) return std::nullopt;
    const auto ids =
        is_ollama ? names_listed(*page, "models", "name") : names_listed(*page, "data", "id");
    if (!ids) return std::nullopt;
    const auto origin = net::origin_of(provider.base_url);
    FoundProvider found{
        .name = name,
        .where = origin.ok() ? origin.value().host + ":" + origin.value().port : name};
    for (const auto& id : *ids) {
        FoundModel model{.name = name + "/" + id};
        if (found.models.size() < kMostAsked) {
            const auto told = providers::ask_server(client, provider, id, {}, kWhole, stop);
            if (told.ok() && told.value()) model.sees = told.value()->vision;
        }
        found.models.push_back(std::move(model));
    }
    std::ranges::stable_sort(found.models, [](const auto& a, const auto& b) {
        return a.sees.value_or(false) && !b.sees.value_or(false);
    });
    return found;
}

}  // namespace

std::vector<FoundProvider> find_keys(
    const config::Settings& settings, const config::Environment& environment
) {
    std::vector<FoundProvider> all;
    std::set<std::string> places;
    for (const auto& name : names_in(settings)) {
        const auto provider = config::find_provider(settings, name);
        if (!provider.ok() || config::facts_of_kind(provider.value().kind).is_local) continue;
        const auto key = config::read_key(provider.value(), environment);
        if (!key.ok() || !key.value()) continue;
        const auto place = place_of_key(provider.value());
        const bool is_shipped = !settings.providers.contains(name);
        if (is_shipped && !places.insert(place).second) continue;
        all.push_back({.name = name, .where = place, .models = of_catalogue(name, name)});
    }
    // Those that one can choose from first.
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) {
        return !a.models.empty() && b.models.empty();
    });
    return all;
}

std::vector<FoundModel> usable_models(
    const config::Settings& settings, const config::Environment& environment
) {
    std::vector<FoundModel> usable;
    std::set<std::string> names;
    for (const auto& each : all_models(settings)) {
        const auto& model = each.model;
        const auto& status = each.can.status.value;
        const bool is_gone = status == "retired" || status == "nonexistent";
        if (model.provider.empty() && settings.models.contains(model.id)) {
            // One's own, without a provider: each that was configured may have it.
            for (const auto& [name, provider] : settings.providers) {
                const auto full = name + "/" + model.id;
                if (config::read_key(provider, environment).ok() && names.insert(full).second)
                    usable.push_back({full, each.can.vision.value});
            }
        }
        if (model.provider.empty() || !model.problem.empty() || is_gone) continue;
        const auto key = config::read_key(model.settings, environment);
        if (!key.ok() || !names.insert(model.full_name()).second) continue;
        usable.push_back({model.full_name(), each.can.vision.value});
    }
    // A second way to models that the catalogue lists under their vendor's name.
    for (const auto& [name, configured] : settings.providers) {
        const auto provider = config::find_provider(settings, name);
        if (!provider.ok() || !config::read_key(provider.value(), environment).ok()) continue;
        for (auto& model : of_catalogue(name, vendor_of(provider.value().kind))) {
            if (names.insert(model.name).second) usable.push_back(std::move(model));
        }
    }
    return usable;
}

std::vector<FoundProvider> find_local_servers(
    const config::Settings& settings, net::HttpSender& client, const std::stop_token& stop
) {
    std::vector<FoundProvider> all;
    std::set<std::string> addresses;
    for (const auto& name : names_in(settings)) {
        if (stop.stop_requested()) break;
        const auto provider = config::find_provider(settings, name);
        if (!provider.ok() || !is_on_loopback(provider.value().base_url)) continue;
        const auto& kind = provider.value().kind;
        if (kind != "ollama" && kind != "openai_compatible") continue;
        if (!addresses.insert(providers::server_root(provider.value().base_url)).second) continue;
        if (auto found = ask_for_models(name, provider.value(), client, stop)) {
            all.push_back(std::move(*found));
        }
    }
    return all;
}

}  // namespace fovea::host
