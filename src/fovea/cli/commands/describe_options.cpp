#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/crop_help.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kDescribeNotes =
    "local/ocr reads text, barcodes, colours and what changed between pictures, on this machine: "
    "no "
    "key,\n"
    "no network. It cannot recognise objects or scenes. A question is answered with the lines that "
    "bear on it.\n"
    "Any other vision model can, once you agreed that pictures go to its provider:\n"
    "  fovea vision-proxy consent yes openai\n"
    "\n"
    "Several pictures are looked at together, which shows what changed; --each describes any "
    "number, one\n"
    "after the other: exit code 0 when all were, 2 when one failed. A PDF is described as fovea "
    "analyze does\n"
    "it, a recording as fovea video does.\n"
    "\n" FOVEA_CROP_FORMS
    "\n"
    "Examples:\n"
    "  fovea describe shot.png\n"
    "  fovea describe trace.png --question \"which file and line failed?\"\n"
    "  fovea describe before.png after.png         what changed\n"
    "  fovea describe --each --json *.png          one JSON object a line\n"
    "  fovea describe manual.pdf --pages 3-4\n"
    "  fovea describe shot.png --crop r=top-left   a part of it\n"
    "  fovea describe shot.png --overlay seen.png  the boxes drawn on the picture\n"
    "\n"
    "Answers are kept in the cache folder and given again at once (cache.entries = 0 keeps none).";

}  // namespace

void add_describe(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<DescribeArguments>();
    auto* command = app.add_subcommand(
        "describe", "what pictures and other files show, or the answer to a question"
    );
    command->footer(kDescribeNotes);
    command
        ->add_option(
            "INPUT",
            arguments->inputs,
            "pictures, PDFs, recordings: paths, URLs, sha256:… of a stored one, or - for standard "
            "input"
        )
        ->required();
    command->add_flag(
        "--each",
        arguments->each,
        "describe them one after the other, any number; a failure does not stop the rest"
    );
    command
        ->add_option(
            "--question",
            arguments->question,
            "answer this instead of describing (1 to 4000 characters)"
        )
        ->type_name("TEXT");
    command->add_option("--crop", arguments->crops, "look at a part alone; may be repeated")
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false);
    command->add_option("--pages", arguments->pages, "of PDFs, for example 120-125 or 1-3,7")
        ->type_name("RANGE");
    command
        ->add_option("--start", arguments->start, "of recordings, only from there: 12.5 or 1:02.5")
        ->type_name("TIME");
    command->add_option("--end", arguments->end, "of recordings, only up to there")
        ->type_name("TIME");
    command->add_option("--model", arguments->model, "who looks (default vision.model: local/ocr)")
        ->type_name("MODEL");
    command->add_option("--session", arguments->session, "log it in this session")
        ->type_name("SID");
    command->add_flag(
        "--save",
        arguments->save,
        "keep it as the session's description (one picture, no question, no crop)"
    );
    command->add_flag(
        "--json", arguments->json, "one JSON object a look, with boxes, words and the fence"
    );
    command->add_flag("--boxes", arguments->boxes, "list where things are, in pixels");
    command
        ->add_option(
            "--overlay", arguments->overlay, "write the (last) picture with the boxes framed"
        )
        ->type_name("OUT.png");
    command->callback([arguments, &chosen] {
        for (auto& input : arguments->inputs) remove_guard(input);
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_describe(*arguments, invocation);
            },
            arguments->json};
    });
}

void add_redescribe(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<DescribeArguments>();
    arguments->save = true;
    auto* command = app.add_subcommand(
        "redescribe", "look at a picture of a session again, and keep the new description"
    );
    command->footer("The same as: fovea describe INPUT --session SID --save");
    command->add_option("INPUT", arguments->inputs, "a path, or sha256:… of a stored picture")
        ->required()
        ->expected(1);
    command->add_option("--session", arguments->session, "whose picture it is")
        ->type_name("SID")
        ->required();
    command->add_option("--model", arguments->model, "who looks (default vision.model)")
        ->type_name("MODEL");
    command->add_flag("--json", arguments->json, "one JSON object");
    command->callback([arguments, &chosen] {
        for (auto& input : arguments->inputs) remove_guard(input);
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_describe(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
