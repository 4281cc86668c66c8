// status: each setting with its value and where it came from, and who may get pictures.
#include "fovea/base/json_text.hpp"
#include "fovea/cli/commands/config.hpp"
#include "fovea/cli/commands/vision_proxy.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/vision_proxy_layer.hpp"
#include "fovea/people/table.hpp"
#include "fovea/proxy/consent.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>

namespace fovea::cli {
namespace {

namespace json = boost::json;

// Whether the vision model may be asked as things stand.
std::string standing_of(
    const VisionProxyRun& run, const std::string& model, const proxy::Consents& consents
) {
    const auto recipient = proxy::recipient_of_model(run.invocation.settings(), model);
    if (!recipient.ok()) return recipient.error().message;
    if (recipient.value().local) return "not needed: no data leaves this machine";
    if (proxy::has_consent(consents, recipient.value())) return "given";
    return "missing: fovea vision-proxy consent yes " + recipient.value().provider;
}

// As it counts: of the model, the full name.
config::Value value_of(
    const VisionProxyRun& run, const config::ProxyName& name, const std::string& model
) {
    return name.name == "model" ? config::Value{model} : name.key().get(run.invocation.settings());
}

void print_json(
    const VisionProxyRun& run, const std::string& model, const proxy::Consents& consents
) {
    json::object settings;
    for (const auto& name : config::proxy_names()) {
        settings[name.name] = json::object{
            {"value", setting_json(value_of(run, name, model))},
            {"origin", run.origin_of(name.name)}};
    }
    json::object grounding, recorded;
    for (const auto& [id, format] : run.settings().grounding_models) grounding[id] = format;
    for (const auto& [provider, places] : consents.recorded) {
        json::object times;
        for (const auto& [origin, time] : places) times[origin] = time;
        recorded[provider] = std::move(times);
    }
    json::array variable;
    for (const auto& provider : consents.from_environment) variable.emplace_back(provider);
    print_line(json_text(json::object{
        {"settings", std::move(settings)},
        {"grounding_models", std::move(grounding)},
        {"consents", std::move(recorded)},
        {"consents_from_environment", std::move(variable)},
        {"consent_of_model", standing_of(run, model, consents)},
        {"file", run.file.path().string()}}));
}

void print_table(
    const VisionProxyRun& run, const std::string& model, const proxy::Consents& consents
) {
    people::Table table({{"SETTING"}, {"VALUE"}, {"FROM"}});
    for (const auto& each : config::proxy_names()) {
        std::string name(each.name);
        std::ranges::replace(name, '_', '-');
        table.add({name, config::proxy_text(value_of(run, each, model)), run.origin_of(each.name)});
    }
    const auto own = run.settings().grounding_models.size();
    table.add(
        {"grounding-models",
         own == 0 ? "as shipped" : std::to_string(own) + " of your own",
         run.origin_of("grounding_models")}
    );
    for (const auto& [provider, places] : consents.recorded) {
        for (const auto& [origin, time] : places)
            table.add({"consent " + provider, origin + " " + time, run.file.path().string()});
    }
    for (const auto& provider : consents.from_environment) {
        table.add({"consent " + provider, "yes", "FOVEA_CONSENT"});
    }
    print_line(table.text());
    people::Table standing({{"CONSENT FOR THE VISION MODEL"}});
    standing.add({standing_of(run, model, consents)});
    print_line("\n" + standing.text());
}

}  // namespace

Result<int> show_status(const VisionProxyRun& run, const proxy::ShowStatus& command) {
    const auto model = TRY(run.model());
    const auto consents = TRY(run.consents());
    (command.json ? print_json : print_table)(run, model, consents);
    return kSuccess;
}

}  // namespace fovea::cli
