// status: each setting with its value and where it came from, and who may get pictures.
#include "fovea/base/json_text.hpp"
#include "fovea/cli/commands/vision_proxy.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/people/table.hpp"
#include "fovea/proxy/consent.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
#include <type_traits>

namespace fovea::cli {
namespace {

namespace json = boost::json;

json::value value_of(const proxy::SettingRow& row, const proxy::ProxySettings& settings) {
    return std::visit(
        [&](const auto member) -> json::value {
            using Value = std::remove_cvref_t<decltype(settings.*member)>;
            if constexpr (std::is_same_v<Value, proxy::ProxyMode>) {
                return json::value(proxy::name_of(settings.*member));
            } else {
                return json::value(settings.*member);
            }
        },
        row.member
    );
}

// Whether the vision model may be asked as things stand.
std::string standing_of(
    const VisionProxyRun& run, const proxy::ProxySettings& settings, const proxy::Consents& consents
) {
    const auto recipient = proxy::recipient_of_model(run.invocation.settings(), settings.model);
    if (!recipient.ok()) return recipient.error().message;
    if (recipient.value().local) return "not needed: nothing leaves this machine";
    if (proxy::has_consent(consents, recipient.value())) return "given";
    return "missing: fovea vision-proxy consent yes " + recipient.value().provider;
}

void print_json(
    const VisionProxyRun& run,
    const proxy::ResolvedSettings& resolved,
    const proxy::Consents& consents
) {
    json::object settings;
    for (const auto& row : proxy::setting_rows()) {
        settings[row.name] = json::object{
            {"value", value_of(row, resolved.settings)},
            {"origin", resolved.origins.at(std::string(row.name))}};
    }
    json::object grounding, recorded;
    for (const auto& [id, format] : resolved.settings.grounding_models) grounding[id] = format;
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
        {"consent_of_model", standing_of(run, resolved.settings, consents)},
        {"file", run.file.path().string()}}));
}

void print_table(
    const VisionProxyRun& run,
    const proxy::ResolvedSettings& resolved,
    const proxy::Consents& consents
) {
    people::Table table({{"SETTING"}, {"VALUE"}, {"FROM"}});
    for (const auto& row : proxy::setting_rows()) {
        std::string name(row.name);
        const auto& origin = resolved.origins.at(name);
        std::ranges::replace(name, '_', '-');
        table.add({name, text_of(row, resolved.settings), origin});
    }
    const auto own = resolved.settings.grounding_models.size();
    table.add(
        {"grounding-models",
         own == 0 ? "as shipped" : std::to_string(own) + " of your own",
         resolved.origins.at("grounding_models")}
    );
    for (const auto& [provider, places] : consents.recorded) {
        for (const auto& [origin, time] : places)
            table.add({"consent " + provider, origin + " " + time, resolved.origins.at("consents")}
            );
    }
    for (const auto& provider : consents.from_environment) {
        table.add({"consent " + provider, "yes", "FOVEA_CONSENT"});
    }
    print_line(table.text());
    people::Table standing({{"CONSENT FOR THE VISION MODEL"}});
    standing.add({standing_of(run, resolved.settings, consents)});
    print_line("\n" + standing.text());
}

}  // namespace

Result<int> show_status(const VisionProxyRun& run, const proxy::ShowStatus& command) {
    const auto resolved = TRY(run.settings());
    const auto consents = proxy::consents_of(resolved.settings, run.environment());
    if (command.json) {
        print_json(run, resolved, consents);
    } else {
        print_table(run, resolved, consents);
    }
    return kSuccess;
}

}  // namespace fovea::cli
