#include "fovea/cli/headless/terminal.hpp"

#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/headless/limits.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/tui/app/run.hpp"

#include <spdlog/sinks/null_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace fovea::cli {
namespace {

// Options that are for a run without a person.
std::string option_without_meaning(const HeadlessArguments& arguments) {
    if (arguments.output != OutputFormat::Text) return "--output-format";
    if (arguments.json_schema) return "--json-schema";
    if (arguments.max_turns) return "--max-turns";
    if (arguments.max_budget_usd) return "--max-budget-usd";
    if (!arguments.crops.empty()) return "--crop";
    return {};
}

// Lines on stderr would stand in the middle of the screen.
void silence_log() {
    spdlog::set_default_logger(spdlog::null_logger_mt("fovea-terminal"));
}

}  // namespace

int run_terminal(const HeadlessArguments& arguments, const host::Parts& services) {
    if (const auto option = option_without_meaning(arguments); !option.empty()) {
        tell(option + " needs -p");
        return kUsage;
    }
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
        tell("a conversation needs a terminal; fovea -p takes what is piped in");
        return kUsage;
    }
    tui::TerminalArguments asked{
        .model = arguments.model,
        .resume = arguments.resume,
        .go_on = arguments.go_on,
        .session_id = arguments.session_id,
        .prompt = arguments.prompt,
        .images = arguments.images,
        .system_prompt = arguments.system_prompt,
        .append_system_prompt = arguments.append_system_prompt.value_or(""),
        .tools = arguments.tools,
        .allow = arguments.allowed_tools,
        .deny = arguments.disallowed_tools,
        .bare = arguments.bare,
        .config = arguments.config,
        .data = arguments.data,
        .ephemeral = arguments.ephemeral};
    if (arguments.system_prompt_file) {
        auto text = read_text_file(*arguments.system_prompt_file, kMaxSchema);
        if (!text.ok()) {
            tell(text.error().message);
            return kNoInput;
        }
        asked.system_prompt = std::move(text).value();
    }
    if (std::getenv("FOVEA_LOG") == nullptr) silence_log();
    switch (tui::run_terminal(asked, services)) {
        case tui::TerminalEnd::Left: return kSuccess;
        case tui::TerminalEnd::Failed: return kRuntimeError;
        case tui::TerminalEnd::BadConfiguration: return kConfiguration;
        case tui::TerminalEnd::NoSuchSession: return kNoInput;
        case tui::TerminalEnd::Told: return kCancelled;
    }
    return kRuntimeError;
}

}  // namespace fovea::cli
