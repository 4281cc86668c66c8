#include "fovea/cli/commands/ingest.hpp"
#include "fovea/cli/crop_help.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kIngestNotes = FOVEA_CROP_FORMS
    "\n"
    "A picture that already fits and has no metadata is not changed at all.";

}  // namespace

void add_ingest(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<IngestArguments>();
    auto* command = app.add_subcommand(
        "ingest", "check pictures, PDFs and videos and prepare them for a model"
    );
    command->footer(kIngestNotes);
    command
        ->add_option(
            "INPUT",
            arguments->inputs,
            "paths, URLs, sha256:… of a stored picture, or - for standard input"
        )
        ->required();
    command->add_flag("--json", arguments->json, "print one JSON object per input, one per line");
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
    command
        ->add_option("--crop", arguments->crops, "cut out a part of each picture; may be repeated")
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--for", arguments->for_model, "also fit the limits of this model (see fovea models)"
        )
        ->type_name("MODEL");
    command->add_option("--out", arguments->out_dir, "write each result to DIR/<sha256>.<ext>")
        ->type_name("DIR");
    command
        ->add_option(
            "--pages",
            arguments->pages,
            "the pages of a PDF, for example 1-3,7; with --out they are written as pictures"
        )
        ->type_name("RANGE");
    command
        ->add_option(
            "--frames", arguments->frames, "most frames of a video, written with --out (default 16)"
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
