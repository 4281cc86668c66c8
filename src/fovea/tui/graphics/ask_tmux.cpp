#include "fovea/tui/graphics/ask_tmux.hpp"

#include "fovea/agent/run_program.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <string>

namespace fovea::tui {

using namespace std::chrono_literals;

void take_tmux_answer(std::string_view answer, TerminalSurroundings& around) {
    answer = answer.substr(0, answer.find('\n'));
    const auto space = answer.find(' ');
    if (space == std::string_view::npos) return;
    const auto passes = answer.substr(0, space);
    around.tmux_passes_on = passes == "on" || passes == "all" || passes == "1";
    around.tmux_outside = shorten(printable(answer.substr(space + 1)), 80);
}

void ask_tmux(
    TerminalSurroundings& around,
    const TerminalSurroundings::Variable& variable,
    const std::stop_token& stop
) {
    const char* folders = variable("PATH");
    const char* socket = variable("TMUX");
    const char* pane = variable("TMUX_PANE");
    if (folders == nullptr || socket == nullptr) return;
    const auto program = sandbox::find_in_folders(folders, "tmux");
    if (!program) return;
    agent::ProgramCall call{
        .program = *program,
        .arguments = {"display-message", "-p"},
        .environment = {"TMUX=" + std::string(socket)},
        .timeout = 100ms,
        .max_stdout = 1000};
    if (pane != nullptr) call.arguments.insert(call.arguments.end(), {"-t", pane});
    call.arguments.emplace_back("#{allow-passthrough} #{client_termtype}");
    const auto done = agent::run_program(call, stop);
    if (done.ok() && done.value().status == 0) take_tmux_answer(done.value().out, around);
}

}  // namespace fovea::tui
