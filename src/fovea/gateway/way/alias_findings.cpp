#include "fovea/gateway/way/alias_findings.hpp"

#include "fovea/config/setting_line.hpp"
#include "fovea/gateway/way/aliases.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/models/model_names.hpp"

#include <string>

namespace fovea::gateway {
namespace {

// Empty: somebody may answer.
std::string why_nowhere(const config::Settings& settings, const std::string& alias) {
    const auto model = follow_aliases(settings, settings.gateway.models.at(alias));
    if (settings.gateway.models.contains(model)) return "leads in a circle";
    if (has_star(model) && model.find('/') == model.npos)
        return {};  // the program's own words say whose it is
    const auto found = models::find_model_name(settings, model);
    if (!found.ok()) return "leads nowhere: " + found.error().message;
    return host::find_named_model(settings, model).problem;
}

}  // namespace

std::vector<host::Finding> check_aliases(const config::Loaded& loaded) {
    std::vector<host::Finding> findings;
    for (const auto& [alias, model] : loaded.settings.gateway.models) {
        const auto why = why_nowhere(loaded.settings, alias);
        if (why.empty()) continue;
        const auto place = config::setting_place(loaded, {"gateway", "models", alias});
        findings.push_back(
            {"gateway.models.\"" + alias + "\"",
             host::Verdict::Broken,
             "\"" + model + "\" " + why + (place.empty() ? "" : " (" + place + ")")}
        );
    }
    return findings;
}

}  // namespace fovea::gateway
