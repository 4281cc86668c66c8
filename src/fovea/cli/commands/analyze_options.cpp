#include "fovea/cli/commands/analyze.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kAnalyzeNotes =
    "Pictures are fitted to the model; of a PDF only the pages that are asked for go out, as a PDF "
    "where\n"
    "the model takes one, else as pictures with their text. Who answers: --model, else "
    "vision.model,\n"
    "else the main model, else local/ocr, which quotes what it reads on this machine.\n"
    "Files go to a provider only once you agreed to it: fovea vision-proxy consent yes openai\n"
    "\n"
    "Examples:\n"
    "  fovea analyze invoice.pdf --prompt \"What is the total?\"\n"
    "  fovea analyze manual.pdf --pages 120-125 --prompt \"How is it reset?\" --model "
    "openai/gpt-5-mini\n"
    "  fovea analyze a.png b.png --prompt \"Which one is newer?\" --json\n"
    "  fovea analyze invoice.pdf --prompt \"Extract it.\" --schema invoice.schema.json";

constexpr const char* kVideoNotes =
    "MP4, MOV, WebM, MKV, and animated GIF and WebP. A model that takes video gets it as it is; "
    "others\n"
    "see the frames that show what happens, with their times; local/ocr reads the text on them.\n"
    "\n"
    "Examples:\n"
    "  fovea video demo.mp4\n"
    "  fovea video demo.mp4 --prompt \"When does the build fail?\" --start 1:00 --end 2:30";

void add_common(CLI::App& command, AnalyzeArguments& arguments) {
    command.add_option("--model", arguments.model, "who answers (default vision.model)")
        ->type_name("MODEL");
    command.add_flag("--json", arguments.json, "the answer with model, cost, tokens and citations");
}

void choose_on(
    CLI::App& command, const std::shared_ptr<AnalyzeArguments>& arguments, Chosen& chosen
) {
    command.callback([arguments, &chosen] {
        for (auto& source : arguments->sources) remove_guard(source);
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_analyze(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace

void add_analyze(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<AnalyzeArguments>();
    auto* command = app.add_subcommand("analyze", "one question about pictures and PDFs");
    command->footer(kAnalyzeNotes);
    command
        ->add_option(
            "SOURCE",
            arguments->sources,
            "paths, URLs, sha256:… of stored files, or - for standard input"
        )
        ->required();
    command->add_option("--prompt", arguments->prompt, "what is asked")
        ->type_name("TEXT")
        ->required();
    command
        ->add_option(
            "--schema", arguments->schema, "the answer is JSON of this schema: a file, or the JSON"
        )
        ->type_name("FILE");
    command->add_option("--pages", arguments->pages, "of PDFs, for example 120-125 or 1-3,7")
        ->type_name("RANGE");
    add_common(*command, *arguments);
    choose_on(*command, arguments, chosen);
}

void add_video(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<AnalyzeArguments>();
    arguments->expected = analysis::Expected::Videos;
    arguments->prompt = "Describe this video in detail.";
    auto* command = app.add_subcommand("video", "one question about a recording");
    command->footer(kVideoNotes);
    command
        ->add_option(
            "SOURCE",
            arguments->sources,
            "a path, a URL, sha256:… of a stored file, or - for standard input"
        )
        ->required()
        ->expected(1);
    command->add_option("--prompt", arguments->prompt, "what is asked (default: a description)")
        ->type_name("TEXT");
    command
        ->add_option(
            "--schema", arguments->schema, "the answer is JSON of this schema: a file, or the JSON"
        )
        ->type_name("FILE");
    command->add_option("--start", arguments->start, "only from there: 12.5 or 1:02.5")
        ->type_name("TIME");
    command->add_option("--end", arguments->end, "only up to there")->type_name("TIME");
    add_common(*command, *arguments);
    choose_on(*command, arguments, chosen);
}

}  // namespace fovea::cli
