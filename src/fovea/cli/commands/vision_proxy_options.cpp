#include "fovea/cli/commands/vision_proxy.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <variant>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "Settings are kept in vision-proxy.json next to the configuration file. It overrides [vision] "
    "of the\n"
    "configuration; FOVEA_PROXY_… (or PI_VISION_PROXY_…) in the environment overrides both. "
    "Pictures are\n"
    "sent to a provider only after consent yes, or if FOVEA_CONSENT=provider,… names it; local/ocr "
    "needs\n"
    "none. --config and --data come before vision-proxy.\n"
    "\n"
    "Examples:\n"
    "  fovea vision-proxy                              every setting, and where it was set\n"
    "  fovea vision-proxy max-batch 6\n"
    "  fovea vision-proxy consent yes openai\n"
    "  fovea vision-proxy describe a.png --question \"which error code?\" --crop 0:r=top-right\n";

std::string forms() {
    std::string text = "Forms:\n";
    std::string_view rest = proxy::command_forms();
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        text += "  " + std::string(rest.substr(0, end)) + "\n";
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return text;
}

// Such a command can mend a value that is wrong in the file, so it must not need the file.
bool changes_proxy_file(std::span<const std::string> words) {
    const auto command = proxy::parse_command(words);
    if (!command.ok()) return false;
    return std::holds_alternative<proxy::ChangeSetting>(command.value()) ||
           std::holds_alternative<proxy::AddGroundingModel>(command.value()) ||
           std::holds_alternative<proxy::RemoveGroundingModel>(command.value()) ||
           std::holds_alternative<proxy::ResetGroundingModels>(command.value());
}

}  // namespace

// The words behind it are read by the proxy's own grammar, so that they are the same as those of the
// slash command; nothing of them is left to this parser.
void add_vision_proxy(CLI::App& app, Chosen& chosen) {
    auto* command =
        app.add_subcommand("vision-proxy", "settings, consent and commands of the vision proxy");
    command->footer(forms() + "\n" + kNotes);
    command->fallthrough(false);
    command->allow_extras();
    command->prefix_command();
    command->callback([command, &chosen] {
        auto words = command->remaining();
        for (auto& word : words) remove_guard(word);
        if (std::ranges::find(words, "--help") != words.end()) throw CLI::CallForHelp();
        const bool json = std::ranges::find(words, "--json") != words.end();
        chosen = {
            .run = [words](const auto& invocation) { return run_vision_proxy(words, invocation); },
            .stdout_is_data = json,
            .with_proxy_file = !changes_proxy_file(words)};
    });
}

}  // namespace fovea::cli
