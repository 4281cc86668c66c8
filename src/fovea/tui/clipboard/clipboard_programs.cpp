#include "fovea/tui/clipboard/clipboard_programs.hpp"

#include "fovea/sandbox/helper_programs.hpp"

#include <utility>

namespace fovea::tui {
namespace {

constexpr const char* kHandedOn[] = {
    "DISPLAY",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "PATH",
    "USER",
    "WAYLAND_DISPLAY",
    "WSLENV",
    "WSL_DISTRO_NAME",
    "WSL_INTEROP",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
};

}  // namespace

bool ClipboardPrograms::is_set(const char* variable) const {
    const char* value = settings_.variable(variable);
    return value != nullptr && *value != '\0';
}

bool ClipboardPrograms::has(std::string_view program) const {
    const char* folders = settings_.variable("PATH");
    return folders != nullptr && sandbox::find_in_folders(folders, program).has_value();
}

std::vector<std::string> ClipboardPrograms::environment() const {
    std::vector<std::string> variables;
    for (const char* name : kHandedOn) {
        if (const char* value = settings_.variable(name); value != nullptr) {
            variables.push_back(std::string(name) + "=" + value);
        }
    }
    return variables;
}

Result<ProgramOutput> ClipboardPrograms::run(
    std::string_view program,
    std::vector<std::string> arguments,
    std::size_t max_bytes,
    std::chrono::milliseconds patience
) const {
    const char* folders = settings_.variable("PATH");
    const auto path =
        folders == nullptr ? std::nullopt : sandbox::find_in_folders(folders, program);
    if (!path) return ProgramOutput{};
    auto done = agent::run_program(
        {.program = *path,
         .arguments = std::move(arguments),
         .environment = environment(),
         .timeout = patience,
         .max_stdout = max_bytes + 1},
        stop_
    );
    if (!done.ok()) return ProgramOutput{};
    auto& ended = done.value();
    if (ended.end == agent::ProgramEnd::Stopped) {
        return Error{ErrorCode::Cancelled, "reading the clipboard was stopped"};
    }
    if (ended.out.size() > max_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "the clipboard holds more than " + std::to_string(max_bytes) + " bytes"};
    }
    ProgramOutput output{.timed_out = ended.end == agent::ProgramEnd::TimedOut};
    if (ended.status == 0) output.out = std::move(ended.out);
    return output;
}

}  // namespace fovea::tui
