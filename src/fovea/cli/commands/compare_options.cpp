#include "fovea/cli/commands/compare.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kCompareNotes =
    "Similarity is perceptual, from 0 to 1. Boxes are [x1, y1, x2, y2] in pixels, after EXIF "
    "rotation.\n"
    "Exit codes: 0 compared, whether or not they differ; 1 runtime error; 2 a picture cannot be "
    "read.";

}  // namespace

void add_compare(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<CompareArguments>();
    auto* command =
        app.add_subcommand("compare", "compare two pictures: similarity, and where they differ");
    command->footer(kCompareNotes);
    command
        ->add_option(
            "A",
            arguments->first,
            "the first picture: a path, a URL, sha256:… or - for standard input"
        )
        ->required();
    command->add_option("B", arguments->second, "the second picture")->required();
    command->add_flag("--json", arguments->json, "print one JSON object");
    command
        ->add_option(
            "--overlay",
            arguments->overlay,
            "write B to this file, with boxes around the changed regions"
        )
        ->type_name("OUT.png");
    command->callback([arguments, &chosen] {
        remove_guard(arguments->first);
        remove_guard(arguments->second);
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_compare(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
