// grounding-models add, remove, list and reset (PVP-4.1.2).
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/host/vision_commands/vision_commands.hpp"
#include "fovea/people/table.hpp"
#include "fovea/proxy/grounding/format.hpp"
#include "fovea/proxy/grounding/registry.hpp"

#include <boost/json.hpp>

#include <functional>
#include <string>
#include <utility>

namespace fovea::host {
namespace {

namespace json = boost::json;
namespace grounding = proxy::grounding;

constexpr std::string_view kKey = "groundingModels";

using grounding::GroundingModels;
using Edit = std::function<Result<GroundingModels>(GroundingModels)>;

// The file's entries over those that count without it.
Result<GroundingModels> models_of(const json::object& object, const GroundingModels& below) {
    auto models = below;
    const auto* value = object.if_contains(kKey);
    if (value == nullptr) return models;
    auto own = TRY(grounding::grounding_models_from_json(*value));
    for (auto& [id, entry] : own.entries) models.entries[id] = std::move(entry);
    return models;
}

// What the file has to say so that these come out.
json::object entries_for(GroundingModels models, const GroundingModels& below) {
    for (const auto& [id, entry] : below.entries) {
        const auto found = models.entries.find(id);
        if (found == models.entries.end()) {
            models.entries[id] = {.format = grounding::Format::None};
        } else if (found->second == entry) {
            models.entries.erase(found);
        }
    }
    return grounding::to_json(models);
}

// One read, edit and write that no other process can come between.
Result<void> change_models(
    const config::VisionProxyFile& file, const GroundingModels& below, const Edit& edit
) {
    return file.change([&](json::object& object) -> Result<void> {
        auto models = TRY(models_of(object, below));
        auto entries = entries_for(TRY(edit(std::move(models))), below);
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

Result<CommandAnswer> VisionCommands::change(const proxy::AddGroundingModel& command) const {
    const auto format =
        command.format ? std::optional<std::string_view>(*command.format) : std::nullopt;
    auto confirmed = command.yes ? grounding::Confirmed::Yes : grounding::Confirmed::No;
    // Asked before the file is locked: a person may take their time.
    const auto below = grounding::known_models(vision().grounding_models);
    const auto object = TRY(file_.read());
    const auto before = TRY(models_of(object, below));
    const auto tried = TRY(grounding::add_model(before, command.model, format, confirmed));
    if (const auto* question = std::get_if<grounding::NeedsConfirmation>(&tried)) {
        if (!is_yes(ask_(question->why))) {
            return Error{
                ErrorCode::InvalidInput,
                question->why + " It was not added; use --yes to add it anyway"};
        }
        confirmed = grounding::Confirmed::Yes;
    }
    grounding::Added added;
    const Edit add = [&](auto models) -> Result<GroundingModels> {
        auto outcome =
            TRY(grounding::add_model(std::move(models), command.model, format, confirmed));
        if (auto* done = std::get_if<grounding::Added>(&outcome)) added = std::move(*done);
        return added.models;
    };
    TRY(change_models(file_, below, add));
    return CommandAnswer{
        printable(command.model) + ": " + std::string(grounding::id_of(added.format)),
        std::move(added.warnings)};
}

Result<CommandAnswer> VisionCommands::change(const proxy::RemoveGroundingModel& command) const {
    const auto below = grounding::known_models(vision().grounding_models);
    TRY(change_models(file_, below, [&](auto models) {
        return grounding::remove_model(std::move(models), command.model);
    }));
    return CommandAnswer{printable(command.model) + ": removed"};
}

Result<CommandAnswer> VisionCommands::change(const proxy::ResetGroundingModels&) const {
    TRY(file_.change([](json::object& object) -> Result<void> {
        object.erase(kKey);
        return {};
    }));
    const auto& origin = origin_of("grounding_models");
    return CommandAnswer{
        "grounding-models: as " +
        (origin == "default" ? "shipped" : "set in " + printable(origin))};
}

Result<CommandAnswer> VisionCommands::list(const proxy::ListGroundingModels& command) const {
    const auto object = TRY(file_.read());
    TRY(models_of(object, {}));  // says what is wrong in it
    const auto models = grounding::known_models(vision().grounding_models);
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
        return CommandAnswer{json_text(json::object{{"grounding_models", std::move(rows)}})};
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
    return CommandAnswer{table.text(width_)};
}

}  // namespace fovea::host
