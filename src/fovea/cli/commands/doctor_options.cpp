#include "fovea/cli/commands/doctor.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kDoctorNotes =
    "ok: in place. weak: works, but less well or less safely than it could. broken: something you "
    "asked for cannot\n"
    "work. No network is used without --online, and no key is shown or sent.\n"
    "Exit code 0, or 1 when something is broken.";

}  // namespace

void add_doctor(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<DoctorArguments>();
    auto* command = app.add_subcommand(
        "doctor", "check the sandbox, language data, helper programs, data folder, keys and routes"
    );
    command->footer(kDoctorNotes);
    command->add_flag("--json", arguments->json, "one JSON object");
    command->add_flag(
        "--online", arguments->online, "ask the providers' servers whether they are there"
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
