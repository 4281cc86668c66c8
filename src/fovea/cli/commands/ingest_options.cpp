#include "fovea/cli/commands/ingest.hpp"
#include "fovea/cli/crop_help.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kIngestNotes = FOVEA_CROP_FORMS
    "\n"
    "A picture that fits and carries no metadata is left as it is, byte for byte.";

}  // namespace

void add_ingest(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<IngestArguments>();
    auto* command = app.add_subcommand(
        "ingest", "check pictures, documents and videos and prepare them for a model"
    );
    command->footer(kIngestNotes);
    command
        ->add_option(
            "INPUT",
            arguments->inputs,
            "paths, URLs, sha256:… of a stored picture, or - for standard input"
        )
        ->required();
    command->add_flag("--json", arguments->json, "one JSON object per input and line");
    command
        ->add_option(
            "--max-edge", arguments->max_edge, "longest edge of the result in pixels (default 1568)"
        )
        ->check(CLI::Range(1, 16384).description(""))
        ->type_name("N");
    command
        ->add_option(
            "--max-bytes", arguments->max_bytes, "largest file size of the result (default 5242880)"
        )
        ->check(CLI::Range(1, 32 << 20).description(""))
        ->type_name("N");
    command->add_option("--crop", arguments->crops, "a part of each picture; may be repeated")
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false);
    command
        ->add_option("--for", arguments->for_model, "a model of fovea models: fit its limits too")
        ->type_name("MODEL");
    command->add_option("--out", arguments->out_dir, "write each result to DIR/<sha256>.<ext>")
        ->type_name("DIR");
    command
        ->add_option(
            "--pages",
            arguments->pages,
            "of PDF documents, for example 1-3,7; with --out they are written as pictures"
        )
        ->type_name("RANGE");
    command
        ->add_option(
            "--frames", arguments->frames, "of videos, written with --out: at most N (default 16)"
        )
        ->check(CLI::Range(1, 200).description(""))
        ->type_name("N");
    command->callback([arguments, &chosen] {
        for (auto& input : arguments->inputs) remove_guard(input);
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_ingest(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
