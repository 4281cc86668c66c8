#include "fovea/gateway/wire/coding_models.hpp"

#include "fovea/config/provider_kinds.hpp"
#include "fovea/gateway/named_models.hpp"
#include "fovea/gateway/way/aliases.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/models/model_names.hpp"

#include <utility>

namespace fovea::gateway {
namespace {

Result<WiredModel> coding_model(
    const config::Settings& settings, std::string_view agent, const std::string& name, Daemon daemon
) {
    const auto model = model_behind(settings, name);
    const auto found = models::find_model_name(settings, model);
    if (!found.ok()) {
        if (daemon == Daemon::Other) return WiredModel{.name = name};
        return found.error();
    }
    const auto named = host::find_named_model(settings, model);
    if (!named.problem.empty()) return Error{ErrorCode::ConfigInvalid, named.problem};
    const auto can = host::capabilities_of(named, settings);
    const bool is_known_not_to = !can.tools.value && can.tools.origin != models::Origin::Unknown;
    if (is_known_not_to || config::facts_of_kind(named.settings.kind).is_local) {
        return Error{
            ErrorCode::InvalidInput,
            named.full_name() + " cannot call tools, and " + std::string(agent) +
                " does everything by them: name another model with --model"};
    }
    const auto listed = listed_model(name, can, settings);
    return WiredModel{
        .name = name,
        .takes_pictures = listed.vision,
        .context = listed.context,
        .max_output = listed.max_output};
}

}  // namespace

Result<std::vector<WiredModel>> coding_models(
    const config::Settings& settings,
    std::string_view agent,
    const std::string& asked,
    Daemon daemon
) {
    std::vector<WiredModel> models;
    if (!asked.empty()) {
        models.push_back(TRY(coding_model(settings, agent, asked, daemon)));
        return models;
    }
    for (const auto& name : configured_names(settings)) {
        auto model = coding_model(settings, agent, name, Daemon::Own);
        if (model.ok()) models.push_back(std::move(model).value());
    }
    if (!models.empty()) return models;
    return Error{
        ErrorCode::InvalidInput,
        std::string(agent) +
            " has to be told which model to ask, and the configuration names none that calls "
            "tools: --model PROVIDER/MODEL, or an alias in [gateway.models]"};
}

}  // namespace fovea::gateway
