#include "fovea/cli/commands/vision_proxy.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/vision_commands/vision_commands.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
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

constexpr const char* kLinePrefix = "[Vision Proxy] ";

// The answer of a person at a terminal; nothing where there is none.
std::optional<std::string> ask_at_terminal(const std::string& text) {
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return {};
    fmt::print(stderr, "{}\nAgree? [y/N] ", printable_lines(text));
    std::string answer;
    if (!std::getline(std::cin, answer)) return {};
    return answer;
}

Result<int> describe(
    const proxy::DescribePictures& command,
    const host::VisionCommands& commands,
    const Invocation& invocation
) {
    const auto model = TRY(commands.allow(command));
    const DescribeArguments arguments{
        .inputs = command.inputs,
        .question = command.question,
        .crops = command.crops,
        .model = model,
        .json = command.json,
        .boxes = command.boxes,
        .again = command.save,
        .line_prefix = kLinePrefix,
    };
    return run_describe(arguments, invocation);
}

Result<int> run(const proxy::ProxyCommand& command, const Invocation& invocation) {
    const host::AskPerson ask = ask_at_terminal;
    const host::VisionCommands commands(invocation, ask, output_width());
    if (const auto* pictures = std::get_if<proxy::DescribePictures>(&command)) {
        return describe(*pictures, commands, invocation);
    }
    const auto answer = TRY(commands.run(command));
    print_line(answer.text);
    for (const auto& note : answer.notes) {
        fmt::print(stderr, "fovea vision-proxy: {}\n", printable(note));
    }
    return kSuccess;
}

Chosen chosen_for(const std::vector<std::string>& words) {
    const bool json = std::ranges::find(words, "--json") != words.end();
    auto command = proxy::parse_command(words);
    if (!command.ok()) {
        return {.run_unloaded = [why = command.error().message, json](const config::Sources&) {
            return report_usage("fovea vision-proxy", why, json);
        }};
    }
    return {
        .run =
            [command = command.value(), json](const Invocation& invocation) {
                const auto code = run(command, invocation);
                if (code.ok()) return code.value();
                return report_failure("fovea vision-proxy", code.error(), json);
            },
        .stdout_is_data = json,
        .with_proxy_file = !host::changes_proxy_file(command.value())};
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
        chosen = chosen_for(words);
    });
}

}  // namespace fovea::cli
