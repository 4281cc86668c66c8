#include "fovea/cli/commands/config.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kConfigNotes =
    "Later sources win: built-in defaults, the user's file ($XDG_CONFIG_HOME/fovea/config.toml), "
    "the "
    "project's\n"
    "(.fovea/config.toml), FOVEA_* variables, flags. Files may be .yaml, .yml or .json as well.\n"
    "\n"
    "Examples:\n"
    "  fovea config show --origin     every value and where it was set\n"
    "  fovea config check             exit code 78 and file:line if something is wrong\n"
    "  fovea config trust             let this project set providers, hooks and so on";

constexpr const char* kTrustNotes =
    "Anyone can put a configuration file into a repository, so a project's file may set only "
    "harmless\n"
    "things until you trust it: not where keys and data are sent, not which programs run. Read it "
    "first.\n"
    "Trust is for the exact text of the file in this folder; after a change you have to trust it "
    "again.";

void add_show(CLI::App& config, Chosen& chosen) {
    const auto arguments = std::make_shared<ConfigShowArguments>();
    auto* command = config.add_subcommand("show", "show every setting; keys are hidden");
    command->add_flag("--origin", arguments->origin, "also show where each value was set");
    command->add_flag("--json", arguments->json, "print one JSON object");
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
    command->add_flag("--json", *json, "print one JSON object");
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
    auto* command = config.add_subcommand("trust", "trust a project's settings");
    command->footer(kTrustNotes);
    command->add_option("DIR", arguments->folder, "the project (default: the current folder)");
    auto* limit = command->add_flag(
        "--limited", *limited, "use only its harmless settings and ignore the others"
    );
    command->add_flag("--undo", *undo, "withdraw the decision")->excludes(limit);
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
    auto* command = app.add_subcommand("config", "show and check the settings, trust a project");
    command->footer(kConfigNotes);
    command->require_subcommand(1);
    add_show(*command, chosen);
    add_unloaded(*command, chosen, "check", "check the settings", check_config);
    add_unloaded(*command, chosen, "path", "show which files are read", show_config_paths);
    add_trust(*command, chosen);
}

}  // namespace fovea::cli
