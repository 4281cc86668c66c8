#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/crop_help.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kDescribeNotes =
    "local/ocr reads text, barcodes, colours, the controls of user interfaces (buttons, fields, "
    "checkboxes, tabs …\n"
    "with labels and states) and what changed between pictures, on this machine: no key, no "
    "network. "
    "It cannot\n"
    "recognise objects or scenes. It answers a question with the matching lines and controls.\n"
    "Any other vision model can do more, after you agree that pictures are sent to its provider:\n"
    "  fovea vision-proxy consent yes openai\n"
    "\n"
    "Several pictures are described together, with what changed between them. --each describes any "
    "number,\n"
    "one by one: exit code 0 if all succeeded, 2 if one failed. PDFs are described as by fovea "
    "analyze,\n"
    "videos as by fovea video.\n"
    "\n" FOVEA_CROP_FORMS
    "\n"
    "Examples:\n"
    "  fovea describe shot.png\n"
    "  fovea describe trace.png --question \"which file and line failed?\"\n"
    "  fovea describe form.png --question \"is Save disabled?\"\n"
    "  fovea describe before.png after.png         what changed\n"
    "  fovea describe --each --json *.png          one JSON object per line\n"
    "  fovea describe manual.pdf --pages 3-4\n"
    "  fovea describe shot.png --crop r=top-left   a part of it\n"
    "  fovea describe shot.png --overlay seen.png  the boxes drawn on the picture\n"
    "  fovea describe form.png --marks marks.png   buttons, fields, … numbered, to say which to "
    "click\n"
    "\n"
    "Answers are cached on disk (cache.entries = 0 turns that off).";

}  // namespace

void add_describe(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<DescribeArguments>();
    auto* command = app.add_subcommand(
        "describe", "describe pictures, PDFs and videos, or answer a question about them"
    );
    command->footer(kDescribeNotes);
    command
        ->add_option(
            "INPUT",
            arguments->inputs,
            "pictures, PDFs or videos: paths, URLs, sha256:… of stored files, or - for standard "
            "input"
        )
        ->required();
    command->add_flag(
        "--each",
        arguments->each,
        "describe any number of inputs one by one; a failure does not stop the rest"
    );
    command
        ->add_option(
            "--question",
            arguments->question,
            "answer this instead of describing (1 to 4000 characters)"
        )
        ->type_name("TEXT");
    command
        ->add_option(
            "--crop", arguments->crops, "look only at a part of a picture; may be repeated"
        )
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--pages", arguments->pages, "the pages of a PDF, for example 120-125 or 1-3,7"
        )
        ->type_name("RANGE");
    command
        ->add_option("--start", arguments->start, "start of a video at this time: 12.5 or 1:02.5")
        ->type_name("TIME");
    command->add_option("--end", arguments->end, "end of a video at this time")->type_name("TIME");
    command
        ->add_option(
            "--model",
            arguments->model,
            "the model that looks (default: vision.model, which is local/ocr; for PDFs and videos, "
            "where "
            "it is not set, the main model)"
        )
        ->type_name("MODEL");
    command
        ->add_option(
            "--lang",
            arguments->languages,
            "languages that local/ocr reads, for example eng+chi_sim (default: local.languages)"
        )
        ->type_name("LANG[+LANG]");
    command->add_option("--session", arguments->session, "log the description in this session")
        ->type_name("SID");
    command->add_flag(
        "--save",
        arguments->save,
        "keep it as the session's description of the picture (one picture, no question, no crop)"
    );
    command->add_flag(
        "--json",
        arguments->json,
        "print one JSON object per answer, with boxes, words, elements and the fence"
    );
    command->add_flag(
        "--plain",
        arguments->plain,
        "print the bare answer to the question, or nothing where local/ocr is not certain of it "
        "(exit 3)"
    );
    command->add_flag("--boxes", arguments->boxes, "list bounding boxes, in pixels");
    command
        ->add_option(
            "--overlay",
            arguments->overlay,
            "write the (last) picture to this file, with the boxes drawn on it"
        )
        ->type_name("OUT.png");
    command
        ->add_option(
            "--marks",
            arguments->marks,
            "write the picture to this file, with its controls outlined and numbered"
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
        "redescribe", "describe a picture of a session again, and keep the new description"
    );
    command->footer("The same as: fovea describe INPUT --session SID --save");
    command->add_option("INPUT", arguments->inputs, "a path, or sha256:… of a stored picture")
        ->required()
        ->expected(1);
    command->add_option("--session", arguments->session, "the session that has the picture")
        ->type_name("SID")
        ->required();
    command->add_option("--model", arguments->model, "the model that looks (default: vision.model)")
        ->type_name("MODEL");
    command->add_flag("--json", arguments->json, "print one JSON object");
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
