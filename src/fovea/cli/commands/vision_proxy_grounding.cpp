// grounding-models add, remove, list and reset (PVP-4.1.2).
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/commands/vision_proxy.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/people/table.hpp"
#include "fovea/proxy/grounding/format.hpp"
#include "fovea/proxy/grounding/registry.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;
namespace grounding = proxy::grounding;

constexpr std::string_view kKey = "groundingModels";

using Edit = std::function<Result<grounding::GroundingModels>(grounding::GroundingModels)>;

// What counts without the file: commands that change it are run so.
grounding::GroundingModels models_below(const VisionProxyRun& run) {
    return grounding::known_models(run.settings().grounding_models);
}

// The file's entries over those.
Result<grounding::GroundingModels> models_of(
    const json::object& object, const VisionProxyRun& run
) {
    auto models = models_below(run);
    const auto* value = object.if_contains(kKey);
    if (value == nullptr) return models;
    auto own = TRY(grounding::grounding_models_from_json(*value));
    for (auto& [id, entry] : own.entries) models.entries[id] = std::move(entry);
    return models;
}

// What the file has to say so that these come out.
json::object entries_for(grounding::GroundingModels models, const VisionProxyRun& run) {
    for (const auto& [id, below] : models_below(run).entries) {
        const auto found = models.entries.find(id);
        if (found == models.entries.end()) {
            models.entries[id] = {.format = grounding::Format::None};
        } else if (found->second == below) {
            models.entries.erase(found);
        }
    }
    return grounding::to_json(models);
}

Result<grounding::GroundingModels> kept_models(const VisionProxyRun& run) {
    const auto object = TRY(run.file.read());
    return models_of(object, run);
}

// One read, edit and write that no other process can come between.
Result<void> change_models(const VisionProxyRun& run, const Edit& edit) {
    return run.file.change([&](json::object& object) -> Result<void> {
        auto models = TRY(models_of(object, run));
        auto entries = entries_for(TRY(edit(std::move(models))), run);
        if (entries.empty()) {
            object.erase(kKey);
        } else {
            object[kKey] = std::move(entries);
        }
        return {};
    });
}

std::string_view word_for(grounding::Listed state) {
    switch (state) {
        case grounding::Listed::Shipped: return "shipped";
        case grounding::Listed::Added: return "added";
        case grounding::Listed::Removed: return "removed";
        case grounding::Listed::OptIn: return "opt-in";
    }
    return "shipped";
}

bool is_yes(const std::optional<std::string>& answer) {
    return answer && (*answer == "y" || *answer == "Y" || *answer == "yes");
}

}  // namespace

Result<int> change_grounding(const VisionProxyRun& run, const proxy::AddGroundingModel& command) {
    const auto format =
        command.format ? std::optional<std::string_view>(*command.format) : std::nullopt;
    auto confirmed = command.yes ? grounding::Confirmed::Yes : grounding::Confirmed::No;
    // Asked before the file is locked: a person may take their time.
    const auto before = TRY(kept_models(run));
    const auto tried = TRY(grounding::add_model(before, command.model, format, confirmed));
    if (const auto* question = std::get_if<grounding::NeedsConfirmation>(&tried)) {
        if (!is_yes(ask_at_terminal(question->why))) {
            return Error{
                ErrorCode::InvalidInput,
                question->why + " It was not added; use --yes to add it anyway"};
        }
        confirmed = grounding::Confirmed::Yes;
    }
    grounding::Added added;
    const Edit add = [&](auto models) -> Result<grounding::GroundingModels> {
        auto outcome =
            TRY(grounding::add_model(std::move(models), command.model, format, confirmed));
        if (auto* done = std::get_if<grounding::Added>(&outcome)) added = std::move(*done);
        return added.models;
    };
    TRY(change_models(run, add));
    print_line(printable(command.model) + ": " + std::string(grounding::id_of(added.format)));
    for (const auto& warning : added.warnings) {
        fmt::print(stderr, "fovea vision-proxy: {}\n", printable(warning));
    }
    return kSuccess;
}

Result<int> change_grounding(
    const VisionProxyRun& run, const proxy::RemoveGroundingModel& command
) {
    TRY(change_models(run, [&](auto models) {
        return grounding::remove_model(std::move(models), command.model);
    }));
    print_line(printable(command.model) + ": removed");
    return kSuccess;
}

Result<int> change_grounding(const VisionProxyRun& run, const proxy::ResetGroundingModels&) {
    TRY(run.file.change([](json::object& object) -> Result<void> {
        object.erase(kKey);
        return {};
    }));
    const auto& origin = run.origin_of("grounding_models");
    print_line(
        "grounding-models: as " + (origin == "default" ? "shipped" : "set in " + printable(origin))
    );
    return kSuccess;
}

Result<int> list_grounding(const VisionProxyRun& run, const proxy::ListGroundingModels& command) {
    TRY(kept_models(run));  // says what is wrong in it
    const auto models = grounding::known_models(run.settings().grounding_models);
    const auto listed = grounding::list_models(models);
    if (command.json) {
        json::array rows;
        for (const auto& model : listed) {
            rows.push_back(json::object{
                {"id", model.id},
                {"format", grounding::id_of(model.format)},
                {"state", word_for(model.state)},
                {"note", model.note}});
        }
        print_line(json_text(json::object{{"grounding_models", std::move(rows)}}));
        return kSuccess;
    }
    people::Table table({{"MODEL"}, {"FORMAT"}, {"STATE"}, {"NOTE"}});
    for (const auto& model : listed) {
        table.add(
            {model.id,
             std::string(grounding::id_of(model.format)),
             std::string(word_for(model.state)),
             model.note}
        );
    }
    print_line(table.text());
    return kSuccess;
}

}  // namespace fovea::cli
