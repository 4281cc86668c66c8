#include "fovea/cli/usage_report.hpp"

#include "fovea/config/nearest.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <vector>

namespace fovea::cli {
namespace {

std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

// Those of the command, and of the ones above it, which it takes as well.
std::vector<std::string> options_of(const CLI::App& command) {
    std::vector<std::string> names;
    for (const auto* app = &command; app != nullptr; app = app->get_parent()) {
        for (const auto* option : app->get_options()) {
            const bool is_hidden = option->get_group().empty();
            for (const auto& name : option->get_lnames()) {
                if (!is_hidden) names.push_back("--" + name);
            }
        }
    }
    return names;
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto nearest = config::nearest_name(word, known);
    return nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?";
}

const CLI::App& chosen_command(const CLI::App& app) {
    const auto* deepest = &app;
    while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
    return *deepest;
}

std::string no_such_command(const CLI::App& parent, std::string_view word) {
    const auto names = commands_of(parent);
    const auto message = "unknown command \"" + std::string(word) + "\"";
    const auto near = did_you_mean(word, names);
    if (!near.empty()) return message + near;
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return message + "; available: " + list;
}

std::string usage_problem_of(const CLI::App& app, const CLI::ParseError& error) {
    const auto& command = chosen_command(app);
    const auto unknown = app.remaining(true);
    // A misspelt option is the reason also where something else is missing because of it.
    const auto option = std::ranges::find_if(unknown, [](const auto& word) {
        return word.size() > 1 && word.starts_with('-');
    });
    if (option != unknown.end()) {
        const auto name = option->substr(0, option->find('='));
        return "unknown option \"" + name + "\"" + did_you_mean(name, options_of(command));
    }
    if (!unknown.empty() && !commands_of(command).empty()) {
        return no_such_command(command, unknown.front());
    }
    return error.what();
}

}  // namespace fovea::cli
