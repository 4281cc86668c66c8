#include "fovea/cli/commands/doctor.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kDoctorNotes =
    "ok: works. weak: works, but less well or less safely than it could. broken: something that is "
    "configured\n"
    "cannot work. Without --online no network is used; keys are never shown or sent.\n"
    "Exit codes: 0, or 1 if something is broken.";

}  // namespace

void add_doctor(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<DoctorArguments>();
    auto* command = app.add_subcommand(
        "doctor", "check the sandbox, language data, helper programs, data folder, keys and routes"
    );
    command->footer(kDoctorNotes);
    command->add_flag("--json", arguments->json, "print one JSON object");
    command->add_flag(
        "--online", arguments->online, "also check that the providers' servers answer"
    );
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_doctor(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
