// status: each setting with its value and where it came from, and who may get pictures.
#include "fovea/base/json_text.hpp"
#include "fovea/config/setting_json.hpp"
#include "fovea/config/vision_proxy_layer.hpp"
#include "fovea/host/vision_commands/vision_commands.hpp"
#include "fovea/people/table.hpp"
#include "fovea/proxy/consent.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fovea::host {
namespace {

namespace json = boost::json;

// Whether the vision model may be asked as things stand.
std::string standing_of(
    const config::Settings& settings, const std::string& model, const proxy::Consents& consents
) {
    const auto recipient = proxy::recipient_of_model(settings, model);
    if (!recipient.ok()) return recipient.error().message;
    if (recipient.value().local) return "not needed: no data leaves this machine";
    if (proxy::has_consent(consents, recipient.value())) return "given";
    return "missing: fovea vision-proxy consent yes " + recipient.value().provider;
}

struct Row {
    std::string_view name;  // "max_batch"
    config::Value value;    // as it counts: of the model, the full name
    std::string origin;
};

struct Status {
    std::vector<Row> rows;
    std::map<std::string, std::string> grounding;
    std::string grounding_origin;
    proxy::Consents consents;
    std::string standing;  // of the vision model's provider
    std::string file;
};

std::string as_json(const Status& status) {
    json::object settings;
    for (const auto& row : status.rows) {
        settings[row.name] =
            json::object{{"value", config::setting_json(row.value)}, {"origin", row.origin}};
    }
    json::object grounding, recorded;
    for (const auto& [id, format] : status.grounding) grounding[id] = format;
    for (const auto& [provider, places] : status.consents.recorded) {
        json::object times;
        for (const auto& [origin, time] : places) times[origin] = time;
        recorded[provider] = std::move(times);
    }
    json::array variable;
    for (const auto& provider : status.consents.from_environment) variable.emplace_back(provider);
    return json_text(json::object{
        {"settings", std::move(settings)},
        {"grounding_models", std::move(grounding)},
        {"consents", std::move(recorded)},
        {"consents_from_environment", std::move(variable)},
        {"consent_of_model", status.standing},
        {"file", status.file}});
}

std::string as_table(const Status& status, std::size_t width) {
    people::Table table({{"SETTING"}, {"VALUE"}, {"FROM"}});
    for (const auto& row : status.rows) {
        std::string name(row.name);
        std::ranges::replace(name, '_', '-');
        table.add({name, config::proxy_text(row.value), row.origin});
    }
    const auto own = status.grounding.size();
    table.add(
        {"grounding-models",
         own == 0 ? "as shipped" : std::to_string(own) + " of your own",
         status.grounding_origin}
    );
    for (const auto& [provider, places] : status.consents.recorded) {
        for (const auto& [origin, time] : places)
            table.add({"consent " + provider, origin + " " + time, status.file});
    }
    for (const auto& provider : status.consents.from_environment) {
        table.add({"consent " + provider, "yes", "FOVEA_CONSENT"});
    }
    people::Table standing({{"CONSENT FOR THE VISION MODEL"}});
    standing.add({status.standing});
    return table.text(width) + "\n\n" + standing.text(width);
}

}  // namespace

Result<CommandAnswer> VisionCommands::status(const proxy::ShowStatus& command) const {
    const auto chosen = TRY(model());
    auto given = TRY(consents());
    Status status{
        .rows = {},
        .grounding = vision().grounding_models,
        .grounding_origin = origin_of("grounding_models"),
        .consents = {},
        .standing = standing_of(settings(), chosen, given),
        .file = file_.path().string()};
    status.consents = std::move(given);
    for (const auto& name : config::proxy_names()) {
        status.rows.push_back(
            {.name = name.name,
             .value = name.name == "model" ? config::Value{chosen} : name.key().get(settings()),
             .origin = origin_of(name.name)}
        );
    }
    return CommandAnswer{command.json ? as_json(status) : as_table(status, width_)};
}

}  // namespace fovea::host
