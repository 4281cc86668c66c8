#include "fovea/gateway/named_models.hpp"

#include "fovea/gateway/way/ways.hpp"
#include "fovea/host/model_list.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace fovea::gateway {
namespace {

class Listing {
public:
    Listing(const config::Settings& settings, const config::Environment& environment)
        : settings_(settings), environment_(environment) {}

    std::vector<ListedModel> all() {
        const auto catalogue = host::all_models(settings_);
        for (const auto& [alias, model] : settings_.gateway.models) {
            if (alias.find('*') == alias.npos) add(alias, host::find_named_model(settings_, model));
        }
        for (const auto& listed : catalogue) add_alias(listed.model.id);
        for (const auto& [id, row] : settings_.models) add_row(id, row);
        for (const auto& listed : catalogue) add_if_usable(listed.model);
        return std::move(models_);
    }

private:
    void add(const std::string& id, const host::NamedModel& model) {
        if (model.provider.empty() || !model.problem.empty() || !seen_.insert(id).second) return;
        const auto can = host::capabilities_of(model, settings_);
        ListedModel listed{
            .id = id,
            .provider = can.provider,
            .vision = takes_pictures(can, settings_),
            .tools = can.tools.value};
        if (can.context.value) listed.context = *can.context.value;
        models_.push_back(std::move(listed));
    }

    // "claude-opus-5" where "claude-*" is an alias.
    void add_alias(const std::string& id) {
        const auto& aliases = settings_.gateway.models;
        const bool fits = std::ranges::any_of(aliases, [&](const auto& alias) {
            return alias.first.size() > 1 && fit_alias(alias.first, id);
        });
        if (!fits) return;
        add(id, host::find_named_model(settings_, model_behind(aliases, id)));
    }

    // A row that says nothing of a provider is every configured provider's.
    void add_row(const std::string& id, const config::ModelSettings& row) {
        const auto named = host::find_named_model(settings_, id);
        if (!named.provider.empty()) return add_if_usable(named);
        for (const auto& [provider, unused] : settings_.providers) {
            if (!row.provider.empty() && row.provider != provider) continue;
            add_if_usable(host::find_named_model(settings_, provider + "/" + id));
        }
    }

    void add_if_usable(const host::NamedModel& model) {
        const bool has_key =
            settings_.gateway.forward_keys || config::read_key(model.settings, environment_).ok();
        if (has_key) add(model.full_name(), model);
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

bool takes_pictures(const models::Capabilities& can, const config::Settings& settings) {
    return can.vision.value || settings.vision.mode != "off";
}

}  // namespace fovea::gateway
