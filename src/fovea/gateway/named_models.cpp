#include "fovea/gateway/named_models.hpp"

#include "fovea/gateway/way/aliases.hpp"
#include "fovea/host/model_list.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::string_view kRetired[] = {"retired", "nonexistent"};

// The names that a row can be asked by: one that says nothing of a provider is every configured provider's.
std::vector<std::string> names_of_row(
    const config::Settings& settings, const std::string& id, const config::ModelSettings& row
) {
    const auto named = host::find_named_model(settings, id);
    if (!named.provider.empty()) return {named.full_name()};
    std::vector<std::string> names;
    for (const auto& [provider, unused] : settings.providers) {
        if (row.provider.empty() || row.provider == provider) names.push_back(provider + "/" + id);
    }
    return names;
}

class Listing {
public:
    Listing(const config::Settings& settings, const config::Environment& environment)
        : settings_(settings), environment_(environment) {}

    std::vector<ListedModel> all() {
        const auto& aliases = settings_.gateway.models;
        for (const auto& [alias, model] : aliases) {
            if (!has_star(alias)) add(alias);
        }
        const auto catalogue = host::all_models(settings_);
        for (const auto& listed : catalogue) {
            // "claude-opus-5" where "claude-*" is an alias; "*" alone fits too much to be told.
            const bool fits = std::ranges::any_of(aliases, [&](const auto& alias) {
                return alias.first.size() > 1 && fit_alias(alias.first, listed.model.id);
            });
            if (fits) add(listed.model.id);
        }
        for (const auto& [id, row] : settings_.models) {
            for (const auto& name : names_of_row(settings_, id, row)) add_itself(name);
        }
        for (const auto& listed : catalogue) add_itself(listed.model.full_name());
        return std::move(models_);
    }

private:
    // Unless an alias such as "*" lets another answer.
    void add_itself(const std::string& name) {
        if (model_behind(settings_, name) == name) add(name);
    }

    void add(const std::string& name) {
        const auto model = host::find_named_model(settings_, model_behind(settings_, name));
        if (model.provider.empty() || !model.problem.empty() || !has_key(model)) return;
        const auto can = host::capabilities_of(model, settings_);
        if (std::ranges::find(kRetired, can.status.value) != std::end(kRetired)) return;
        if (seen_.insert(name).second) models_.push_back(listed_model(name, can, settings_));
    }

    bool has_key(const host::NamedModel& model) const {
        return settings_.gateway.forward_keys ||
               config::read_key(model.settings, environment_).ok();
    }

    const config::Settings& settings_;
    const config::Environment& environment_;
    std::set<std::string> seen_;
    std::vector<ListedModel> models_;
};

}  // namespace

std::vector<ListedModel> named_models(
    const config::Settings& settings, const config::Environment& environment
) {
    return Listing(settings, environment).all();
}

std::vector<std::string> configured_names(const config::Settings& settings) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    if (!settings.model.empty()) add(settings.model);
    for (const auto& [alias, model] : settings.gateway.models) {
        if (!has_star(alias)) add(alias);
    }
    for (const auto& [id, row] : settings.models) {
        for (const auto& name : names_of_row(settings, id, row)) add(name);
    }
    return names;
}

ListedModel listed_model(
    std::string name, const models::Capabilities& can, const config::Settings& settings
) {
    ListedModel listed{
        .id = std::move(name),
        .provider = can.provider,
        .vision = can.vision.value || settings.vision.mode != "off",  // blind ones get descriptions
        .tools = can.tools.value};
    if (can.context.value) listed.context = *can.context.value;
    if (can.max_output.value) listed.max_output = *can.max_output.value;
    return listed;
}

}  // namespace fovea::gateway
