#include "fovea/host/setup_findings.hpp"

#include "fovea/agent/permissions.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/secrets.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/reading/languages.hpp"
#include "fovea/store/open_store.hpp"

#include <set>

namespace fovea::host {
namespace {

// Who describes pictures to a model that cannot see them.
std::string describer(const config::Settings& settings) {
    if (settings.vision.mode == "off") return "";
    const auto model = find_named_model(settings, settings.vision.model);
    return capabilities_of(model, settings).vision.value ? settings.vision.model : "";
}

Finding check_route(const config::Settings& settings, const RouteSetting& route) {
    const auto found = models::find_model_name(settings, route.model);
    if (!found.ok()) return {route.setting, Verdict::Broken, found.error().message};
    const auto model = find_named_model(settings, route.model);
    if (!model.problem.empty()) return {route.setting, Verdict::Broken, model.problem};
    const auto can = capabilities_of(model, settings);
    const auto who = model.full_name() + " (" + model.settings.kind + ")";
    if (can.vision.value) {
        return {
            route.setting,
            Verdict::Ok,
            who + " has vision, according to the " +
                std::string(models::name_of(can.vision.origin))};
    }
    const bool unknown = can.vision.origin == models::Origin::Unknown;
    const auto blind =
        who + (unknown ? " is not known to have vision" +
                             models::did_you_mean(settings, {model.provider, model.id}) +
                             "; if it does, add [models.\"" + model.id + "\"] vision = true"
                       : " has no vision, according to the " +
                             std::string(models::name_of(can.vision.origin)));
    if (route.setting == "vision.model") {
        return {
            route.setting, Verdict::Broken, blind + "; set vision.model to a model with vision"};
    }
    const auto helper = describer(settings);
    if (helper.empty()) {
        return {
            route.setting,
            Verdict::Weak,
            blind +
                "; pictures are not described for it: set vision.mode = \"auto\" and vision.model"};
    }
    return {
        route.setting,
        unknown ? Verdict::Weak : Verdict::Ok,
        blind + "; pictures are described for it by " + helper};
}

// Where the key is, never what it is.
std::string key_place(const config::ProviderSettings& provider) {
    if (!provider.api_key.empty()) return "in the configuration";
    if (!provider.api_key_file.empty()) return "in " + provider.api_key_file;
    return "in the variable " + provider.api_key_env;
}

std::set<std::string> needed_providers(const config::Settings& settings) {
    std::set<std::string> needed;
    for (const auto& route : route_settings(settings)) {
        const auto found = models::find_model_name(settings, route.model);
        if (found.ok()) needed.insert(found.value().provider);
    }
    return needed;
}

}  // namespace

std::vector<RouteSetting> route_settings(const config::Settings& settings) {
    std::vector<RouteSetting> all = {
        {"model", settings.model}, {"vision.model", settings.vision.model}};
    for (std::size_t i = 0; i < settings.routing.fallback.size(); ++i) {
        all.push_back({"routing.fallback." + std::to_string(i), settings.routing.fallback[i]});
    }
    return all;
}

std::vector<Finding> check_routes(const config::Settings& settings) {
    std::vector<Finding> findings;
    for (const auto& route : route_settings(settings)) {
        findings.push_back(check_route(settings, route));
    }
    return findings;
}

std::vector<std::string> provider_names(const config::Settings& settings) {
    auto names = needed_providers(settings);
    for (const auto& [name, provider] : settings.providers) names.insert(name);
    std::vector<std::string> remote;
    for (const auto& name : names) {
        const auto provider = config::find_provider(settings, name);
        if (!provider.ok() || !config::facts_of_kind(provider.value().kind).is_local)
            remote.push_back(name);
    }
    return remote;
}

std::vector<Finding> check_keys(
    const config::Settings& settings, const config::Environment& environment
) {
    const auto needed = needed_providers(settings);
    std::vector<Finding> findings;
    for (const auto& name : provider_names(settings)) {
        const auto missing = needed.contains(name) ? Verdict::Broken : Verdict::Weak;
        const auto title = "key of " + name;
        const auto provider = config::find_provider(settings, name);
        if (!provider.ok()) {
            findings.push_back({title, missing, provider.error().message});
            continue;
        }
        const auto key = config::read_key(provider.value(), environment);
        if (!key.ok()) {
            findings.push_back({title, missing, key.error().message});
        } else if (!key.value()) {
            findings.push_back({title, Verdict::Ok, "none is configured, so none is sent"});
        } else {
            findings.push_back({title, Verdict::Ok, "found, " + key_place(provider.value())});
        }
    }
    return findings;
}

std::vector<Finding> check_values(const config::Settings& settings) {
    std::vector<Finding> findings;
    const auto add = [&](const char* name, const auto& checked) {
        if (!checked.ok()) findings.push_back({name, Verdict::Broken, checked.error().message});
    };
    add("permissions", agent::Permissions::open(settings.permissions, "."));
    add("store",
        store::embedded_folder(
            {.root = "/", .sessions = settings.store.sessions, .blobs = settings.store.blobs}
        ));
    add("local.languages",
        reading::check_languages(settings.local.languages, reading::kTessdataDir));
    return findings;
}

std::vector<Finding> check_files(const config::Loaded& loaded) {
    std::vector<Finding> findings;
    for (const auto& place : loaded.places) {
        const auto title = std::string(config::name_of(place.role)) + " file";
        if (!place.exists) {
            findings.push_back({title, Verdict::Ok, "none at " + place.path.string()});
            continue;
        }
        if (place.role != config::Role::Project) {
            findings.push_back({title, Verdict::Ok, place.path.string()});
            continue;
        }
        std::string left_out;
        for (const auto& name : place.left_out) left_out += (left_out.empty() ? "" : ", ") + name;
        const auto trust = place.trust == config::Trust::Undecided
                               ? std::string("has only harmless settings, so it needs no trust")
                               : "is " + std::string(config::name_of(place.trust));
        findings.push_back(
            {title,
             left_out.empty() ? Verdict::Ok : Verdict::Weak,
             place.path.string() + " " + trust +
                 (left_out.empty() ? "" : "; left out: " + left_out)}
        );
    }
    return findings;
}

}  // namespace fovea::host
