#include "fovea/agent/shell_command.hpp"

namespace fovea::agent {

Result<ShellResult> run_shell(const ShellCommand& command, const std::stop_token& stop) {
    return run_program(
        {.program = "/bin/sh",
         .arguments = {"-c", command.command},
         .folder = command.folder,
         .input = command.input,
         .environment = command.environment,
         .timeout = command.timeout,
         .max_stdout = command.max_stdout,
         .max_stderr = command.max_stderr},
        stop
    );
}

}  // namespace fovea::agent
