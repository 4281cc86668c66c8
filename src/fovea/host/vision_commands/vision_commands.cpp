#include "fovea/host/vision_commands/vision_commands.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/config/vision_proxy_layer.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/proxy/policy.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace fovea::host {
namespace {

std::string with_dashes(std::string_view name) {
    std::string changed(name);
    std::ranges::replace(changed, '_', '-');
    return changed;
}

// As the command found it, with what it changed since.
Result<config::Loaded> load_anew(const Situation& situation) {
    auto sources = situation.parts.config_sources;
    for (const auto& place : situation.loaded.places) {
        if (place.role == config::Role::Only) sources.only_file = place.path;
    }
    return config::load(sources);
}

}  // namespace

bool changes_proxy_file(const proxy::ProxyCommand& command) {
    return std::holds_alternative<proxy::ChangeSetting>(command) ||
           std::holds_alternative<proxy::AddGroundingModel>(command) ||
           std::holds_alternative<proxy::RemoveGroundingModel>(command) ||
           std::holds_alternative<proxy::ResetGroundingModels>(command);
}

struct VisionCommands::Dispatch {
    const VisionCommands& commands;

    Answer operator()(const proxy::ShowHelp&) const {
        return CommandAnswer{std::string(proxy::command_forms())};
    }
    Answer operator()(const proxy::ShowStatus& command) const { return commands.status(command); }
    Answer operator()(const proxy::ShowModel&) const {
        const auto model = TRY(commands.model());
        return CommandAnswer{printable(model)};
    }
    Answer operator()(const proxy::ListGroundingModels& command) const {
        return commands.list(command);
    }
    Answer operator()(const proxy::DescribePictures&) const {
        return Error{ErrorCode::Internal, "describing is not a command of this kind"};
    }
    Answer operator()(const auto& command) const { return commands.change(command); }
};

VisionCommands::VisionCommands(const Situation& situation, const AskPerson& ask, std::size_t width)
    : situation_(situation),
      ask_(ask),
      width_(width),
      file_(config::vision_proxy_file(situation.parts.config_sources)) {}

Result<CommandAnswer> VisionCommands::run(const proxy::ProxyCommand& command) const {
    return std::visit(Dispatch{*this}, command);
}

// The file is changed, and something that stands above it may still say otherwise.
Result<CommandAnswer> VisionCommands::change(const proxy::ChangeSetting& command) const {
    const auto& name = *config::find_proxy_name(command.name);
    const auto& key = name.key();
    const auto value = command.name == "model" ? models::full_model_name(settings(), command.value)
                                               : command.value;
    config::Settings changed;
    TRY(config::set_from_text(key, value, changed));
    if (command.name == "model") TRY(proxy::recipient_of_model(settings(), value));
    TRY(file_.change([&](boost::json::object& object) -> Result<void> {
        config::write_proxy_json(name, changed, object);
        return {};
    }));
    const auto written = config::proxy_text(key.get(changed));
    const auto title = with_dashes(name.name);
    CommandAnswer answer{title + ": " + printable(written)};
    const auto again = load_anew(situation_);
    if (!again.ok()) {  // something else is wrong there
        answer.notes.push_back("saved, but: " + again.error().message);
        return answer;
    }
    const auto& loaded = again.value();
    const auto now = config::proxy_text(key.get(loaded.settings));
    const auto& origin = loaded.origins.at(std::string(key.name));
    const auto file = file_.path().string();
    if (now != written && origin != file) {
        answer.notes.push_back(
            fmt::format("{} is still {}: {} sets it and overrides {}", title, now, origin, file)
        );
    }
    return answer;
}

const std::string& VisionCommands::origin_of(std::string_view name) const {
    return situation_.loaded.origins.at("vision." + std::string(name));
}

Result<std::string> VisionCommands::model() const {
    return proxy::chosen_vision_model(situation_.loaded);
}

Result<proxy::Consents> VisionCommands::consents() const {
    return proxy::read_consents(file_, situation_.parts.config_sources.environment);
}

}  // namespace fovea::host
