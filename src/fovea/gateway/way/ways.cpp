#include "fovea/gateway/way/ways.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/gateway/way/aliases.hpp"
#include "fovea/net/http/server_origin.hpp"
#include "fovea/net/upstream/proxy_variables.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/endpoint_url.hpp"
#include "fovea/store/timestamp.hpp"

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::chrono::seconds kKnown{60};
constexpr std::size_t kMaxKnown = 1000;

std::string_view path_of(Dialect dialect) {
    switch (dialect) {
        case Dialect::Anthropic: return "/v1/messages";
        case Dialect::OpenaiChat: return "/v1/chat/completions";
        case Dialect::OpenaiResponses: return "/v1/responses";
        case Dialect::Ollama: return "/api/chat";
    }
    return "";
}

// OpenAI's own server speaks both of its dialects, whichever was configured.
bool speaks(const delivery::Target& target, Dialect dialect) {
    if (is_spoken_by(dialect, target.kind)) return true;
    const bool is_openai = target.settings.base_url.find("://api.openai.com") != std::string::npos;
    return is_openai && (dialect == Dialect::OpenaiChat || dialect == Dialect::OpenaiResponses);
}

}  // namespace

// None of them gets better by asking again.
ApiError way_error(const Error& error) {
    ApiError told{.status = 500, .message = public_message(error), .type = "api_error"};
    if (error.code == ErrorCode::InvalidInput) {
        told.status = 404;
        told.type = "not_found_error";
    } else if (error.code == ErrorCode::ConfigInvalid) {
        told.status = 403;
        told.type = "permission_error";
    }
    return told;
}

WayRef Ways::known(Dialect dialect, std::string_view name) const {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(std::pair(dialect, std::string(name)));
    if (found == known_.end() || Clock::now() - found->second.since > kKnown) return nullptr;
    return found->second.way;
}

Result<WayRef> Ways::find(Dialect dialect, const std::string& name, const std::stop_token& stop) {
    auto way = TRY(make(dialect, name, stop));
    const std::scoped_lock lock(mutex_);
    if (known_.size() >= kMaxKnown) known_.clear();
    known_[{dialect, name}] = {way, Clock::now()};
    return way;
}

void Ways::forget() {
    const std::scoped_lock lock(mutex_);
    known_.clear();
}

Result<WayRef> Ways::make(Dialect dialect, const std::string& name, const std::stop_token& stop) {
    if (name.empty()) return Error{ErrorCode::InvalidInput, "the request names no model"};
    auto way = std::make_shared<Way>();
    auto& target = way->target;
    const auto model = model_behind(settings_, name);
    auto found = delivery::find_target(settings_, model, server_says_(stop));
    if (!found.ok()) {
        const auto whence = model == name
                                ? ". An alias in [gateway.models] can say who answers to it"
                                : "; \"" + name + "\" of [gateway.models] leads there";
        return Error{found.error().code, found.error().message + whence};
    }
    target = std::move(found).value();
    delivery::apply_learnt(target, learnt_.of(target.endpoint(), store::system_now()));
    way->is_spoken = !target.is_local() && speaks(target, dialect);
    way->is_renamed = target.model != name;
    if (!way->is_spoken) return WayRef(std::move(way));

    TRY(address(*way, std::string(path_of(dialect))));
    return WayRef(std::move(way));
}

// Files and keys of one server are not another's: nothing goes to one that nobody configured while others are.
Result<std::string> Ways::provider_for(Dialect dialect) const {
    const auto speaks_it = [&](const std::string& kind) {
        return is_spoken_by(dialect, kind) ||
               (dialect != Dialect::Anthropic && is_spoken_by(Dialect::OpenaiResponses, kind));
    };
    const std::string usual = dialect == Dialect::Anthropic ? "anthropic" : "openai";
    std::vector<std::string> all;
    for (const auto& [name, settings] : settings_.providers) {
        if (name == usual) return usual;
        if (speaks_it(settings.kind)) all.push_back(name);
    }
    if (all.size() == 1) return all.front();
    if (all.empty()) {
        const auto known = config::find_provider(settings_, usual);
        const bool has_key = known.ok() && config::read_key(known.value(), environment_).ok();
        if (settings_.providers.empty() || has_key) return usual;
    }
    return Error{
        ErrorCode::InvalidInput,
        "it is unclear which provider to use: name one [providers." + usual + "]"};
}

Result<WayRef> Ways::other(Dialect dialect, const std::string& path, const std::string& model) {
    auto way = std::make_shared<Way>();
    const auto named = model_behind(settings_, model);
    const auto slash = std::min(named.find('/'), named.size());
    auto provider = named.substr(0, slash);
    if (slash < named.size() && settings_.providers.contains(provider)) {
        way->target.model = named.substr(slash + 1);
        way->is_renamed = way->target.model != model;
    } else {
        provider = TRY(provider_for(dialect));
    }
    way->target.provider = provider;
    way->target.name = provider;
    way->target.settings = TRY(config::find_provider(settings_, provider));
    way->target.kind = way->target.settings.kind;
    way->is_spoken = true;
    TRY(address(*way, path));
    return WayRef(std::move(way));
}

// Where it goes, and with whose key.
Result<void> Ways::address(Way& way, const std::string& path) const {
    const auto& target = way.target;
    const auto url = providers::endpoint_url(target.settings.base_url, path);
    auto origin = net::server_origin(url);
    if (!origin.ok()) {
        return Error{
            ErrorCode::ConfigInvalid,
            "providers." + target.provider + ".base_url " + origin.error().message};
    }
    way.origin = std::move(origin).value();
    way.has_proxy = net::asks_proxy(way.origin, environment_);
    const auto slash = url.find('/', url.find("://") + 3);
    const auto whole = slash == url.npos ? std::string("/") : url.substr(slash);
    const auto query = std::min(whole.find('?'), whole.size());
    way.path = whole.substr(0, query);
    way.query = whole.substr(query);
    for (const auto& [header, value] : target.settings.headers) {
        way.headers.emplace_back(lowered(header), value);
    }
    if (settings_.gateway.forward_keys) return {};
    const auto key = config::read_key(target.settings, environment_);
    if (!key.ok()) {
        return Error{
            key.error().code,
            "no key for " + target.name + ": " + key.error().message +
                "; with [gateway.models] another model can answer"};
    }
    if (!key.value()) return {};
    const auto written = TRY(providers::make_dialect(target.kind));
    for (auto& [header, value] : written->authentication(key.value()->reveal())) {
        way.headers.emplace_back(lowered(header), std::move(value));
    }
    return {};
}

}  // namespace fovea::gateway
