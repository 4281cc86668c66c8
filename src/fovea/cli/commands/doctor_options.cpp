#include "fovea/cli/commands/doctor.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kDoctorNotes = "Exit code 0 when pictures can be decoded safely, 1 when not.";

}  // namespace

void add_doctor(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<DoctorArguments>();
    auto* command = app.add_subcommand(
        "doctor", "check the sandbox, the workers, the language data and the configuration"
    );
    command->footer(kDoctorNotes);
    command->add_flag("--json", arguments->json, "one JSON object");
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_doctor(*arguments, invocation.loaded, invocation.services);
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
