#include "fovea/cli/commands/config.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kConfigNotes =
    "Later ones win: built-in defaults, the user's file ($XDG_CONFIG_HOME/fovea/config.toml), the "
    "project's\n"
    "(.fovea/config.toml), FOVEA_* variables, flags. Files may be .yaml, .yml or .json as well.\n"
    "\n"
    "Examples:\n"
    "  fovea config show --origin     every value and who set it\n"
    "  fovea config check             78 when something is wrong, with the file and the line\n"
    "  fovea config trust             let this project set providers, hooks and the like";

constexpr const char* kTrustNotes =
    "A project's file comes with whatever one clones, so it sets only what is harmless until you "
    "say otherwise:\n"
    "not where keys and data go, not which programs run. Read it first. The decision is for "
    "exactly this text in\n"
    "this folder; when the file changes, it is asked for again.";

void add_show(CLI::App& config, Chosen& chosen) {
    const auto arguments = std::make_shared<ConfigShowArguments>();
    auto* command = config.add_subcommand("show", "every setting; keys are hidden");
    command->add_flag("--origin", arguments->origin, "and where each came from");
    command->add_flag("--json", arguments->json, "one JSON object");
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) {
                return show_config(*arguments, invocation.loaded);
            },
            arguments->json};
    });
}

// check and path: nothing but --json, and no settings needed.
void add_unloaded(
    CLI::App& config,
    Chosen& chosen,
    const char* name,
    const char* about,
    int (*run)(bool json, const config::Sources& sources)
) {
    const auto json = std::make_shared<bool>(false);
    auto* command = config.add_subcommand(name, about);
    command->add_flag("--json", *json, "one JSON object");
    command->callback([json, run, &chosen] {
        chosen = {
            .stdout_is_data = *json, .run_unloaded = [json, run](const config::Sources& sources) {
                return run(*json, sources);
            }};
    });
}

void add_trust(CLI::App& config, Chosen& chosen) {
    const auto arguments = std::make_shared<ConfigTrustArguments>();
    const auto limited = std::make_shared<bool>(false);
    const auto undo = std::make_shared<bool>(false);
    auto* command = config.add_subcommand("trust", "take a project's settings as your own");
    command->footer(kTrustNotes);
    command->add_option("DIR", arguments->folder, "the project (default: the current folder)");
    auto* limit = command->add_flag(
        "--limited", *limited, "use its harmless settings only, and leave the others out"
    );
    command->add_flag("--undo", *undo, "take the decision back")->excludes(limit);
    command->callback([arguments, limited, undo, &chosen] {
        if (arguments->folder) remove_guard(*arguments->folder);
        if (*limited) arguments->trust = config::Trust::Limited;
        if (*undo) arguments->trust = config::Trust::Undecided;
        chosen = {.run_unloaded = [arguments](const config::Sources& sources) {
            return trust_project(*arguments, sources);
        }};
    });
}

}  // namespace

void add_config(CLI::App& app, Chosen& chosen) {
    auto* command =
        app.add_subcommand("config", "what is set, by whom, and whether it makes sense");
    command->footer(kConfigNotes);
    command->require_subcommand(1);
    add_show(*command, chosen);
    add_unloaded(
        *command, chosen, "check", "whether the settings make sense together", check_config
    );
    add_unloaded(*command, chosen, "path", "which files are read", show_config_paths);
    add_trust(*command, chosen);
}

}  // namespace fovea::cli
