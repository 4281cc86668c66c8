#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/models.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/host/server_question.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/people/table.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace fovea::cli {
namespace {

namespace json = boost::json;

struct Facts {
    host::NamedModel model;
    models::Capabilities can;
    providers::ServerAnswer answer;
    bool is_known = false;
    std::string kind_origin;
    std::vector<std::string> nearest;
};

// The text of a line as JSON has it: yes and no, numbers, null for what is not known.
json::value to_json(const std::string& value) {
    if (value == "yes" || value == "no") return value == "yes";
    if (value == "unknown" || value == "none") return nullptr;
    double number = 0;
    const auto* const end = value.data() + value.size();
    const auto [stopped, failed] = std::from_chars(value.data(), end, number);
    if (failed != std::errc{} || stopped != end) return json::value(to_utf8(value));
    if (value.find_first_not_of("0123456789") != std::string::npos) return number;
    return static_cast<std::int64_t>(number);
}

void print_json(const Facts& facts) {
    json::object values;
    for (const auto& line : models::lines_of(facts.can)) {
        values[line.name] = {{"value", to_json(line.value)}, {"origin", line.origin}};
    }
    json::array nearest;
    for (const auto& id : facts.nearest) nearest.emplace_back(id);
    const auto text = [](const std::string& value) {
        return value.empty() ? json::value() : json::value(to_utf8(value));
    };
    print_line(json_text(json::object{
        {"id", to_utf8(facts.model.id)},
        {"provider", text(facts.model.provider)},
        {"kind", text(facts.model.settings.kind)},
        {"known", facts.is_known},
        {"values", std::move(values)},
        {"lines_to_add", facts.is_known ? json::value() : text(host::lines_to_add(facts.model.id))},
        {"nearest", std::move(nearest)},
        {"provider_problem", text(facts.model.problem)},
        {"server_problem", text(facts.answer.why_not)}}));
}

void print_notes(const Facts& facts) {
    const auto note = [](const std::string& text) { fmt::print(stderr, "{}\n", text); };
    if (!facts.model.problem.empty()) note("note: " + printable(facts.model.problem));
    if (!facts.answer.why_not.empty()) {
        note("note: the server could not be asked: " + printable(facts.answer.why_not));
    }
    if (!facts.can.prices.value.known() &&
        !config::facts_of_kind(facts.model.settings.kind).is_local) {
        note("note: its price is unknown, so its calls count as 0");
    }
    if (facts.is_known) return;
    note(
        "note: this model is unknown, and unknown capabilities count as no. If it has vision, add "
        "to the configuration:\n"
        "\n" +
        host::lines_to_add(printable(facts.model.id)) + "\n"
    );
    std::string names;
    for (const auto& id : facts.nearest) names += (names.empty() ? "" : ", ") + id;
    if (!names.empty()) note("The catalogue has: " + names);
}

// Mostly a slip of the pen; a table of nothing but unknowns would look like an answer.
int refuse_unknown(const std::string& name, const Facts& facts, bool as_json) {
    auto lines = host::lines_to_add(to_utf8(facts.model.id));
    std::ranges::replace(lines, '\n', ' ');
    std::string nearest;
    for (const auto& id : facts.nearest) nearest += (nearest.empty() ? "" : ", ") + id;
    report_failure(
        "fovea models show",
        {ErrorCode::InvalidInput,
         "unknown model \"" + to_utf8(name) + "\"" +
             (nearest.empty() ? "" : "; similar: " + nearest) +
             "; for a model that is not in the catalogue, give its provider, as in openrouter/" +
             to_utf8(facts.model.id) + ", and describe it in the configuration: " + lines},
        as_json
    );
    return kUsage;
}

void print_table(const Facts& facts) {
    print_line(printable(facts.model.full_name()));
    people::Table table({{"NAME"}, {"VALUE"}, {"FROM"}});
    const auto& kind = facts.model.settings.kind;
    table.add({"kind", kind.empty() ? "unknown" : kind, facts.kind_origin});
    for (const auto& line : models::lines_of(facts.can)) {
        table.add({line.name, line.value, std::string(line.origin)});
    }
    print_line(table.text(output_width()));
}

}  // namespace

int show_model(const ModelArguments& arguments, const Invocation& invocation) {
    const auto& settings = invocation.settings();
    Facts facts{.model = host::find_named_model(settings, arguments.name)};
    if (!arguments.offline && facts.model.problem.empty()) {
        facts.answer = host::ask_about(facts.model.settings, facts.model.id, invocation);
    }
    facts.can = host::capabilities_of(facts.model, settings, facts.answer.told);
    facts.is_known = host::is_listed(facts.model, settings) || facts.answer.told.has_value();
    const auto configured = settings.providers.find(facts.model.provider);
    const bool has_kind =
        configured != settings.providers.end() && !configured->second.kind.empty();
    facts.kind_origin = facts.model.provider.empty() ? "unknown" : has_kind ? "config" : "default";
    if (!facts.is_known)
        facts.nearest = models::nearest_models(settings, {facts.model.provider, facts.model.id});
    if (!facts.is_known && facts.model.provider.empty()) {
        return refuse_unknown(arguments.name, facts, arguments.json);
    }
    if (arguments.json) {
        print_json(facts);
    } else {
        print_table(facts);
        print_notes(facts);
    }
    return kSuccess;
}

}  // namespace fovea::cli
