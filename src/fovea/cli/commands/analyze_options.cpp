#include "fovea/cli/commands/analyze.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kAnalyzeNotes =
    "Pictures are resized to fit the model. Only the requested pages of a PDF are sent: as a PDF "
    "if the\n"
    "model takes PDFs, else as pictures with their text. The model is --model, else vision.model, "
    "else\n"
    "the main model, else local/ocr, which quotes the text that it reads on this machine.\n"
    "Files are sent to a provider only after your consent: fovea vision-proxy consent yes openai\n"
    "\n"
    "Examples:\n"
    "  fovea analyze invoice.pdf --prompt \"What is the total?\"\n"
    "  fovea analyze manual.pdf --pages 120-125 --prompt \"How is it reset?\" --model "
    "openai/gpt-5-mini\n"
    "  fovea analyze a.png b.png --prompt \"Which one is newer?\" --json\n"
    "  fovea analyze invoice.pdf --prompt \"Extract it.\" --schema invoice.schema.json";

constexpr const char* kVideoNotes =
    "Formats: MP4, MOV, WebM, MKV, animated GIF and animated WebP. A model that takes video gets "
    "the\n"
    "file; other models get selected frames with their times; local/ocr reads the text in the "
    "frames.\n"
    "\n"
    "Examples:\n"
    "  fovea video demo.mp4\n"
    "  fovea video demo.mp4 --prompt \"When does the build fail?\" --start 1:00 --end 2:30";

void add_common(CLI::App& command, AnalyzeArguments& arguments) {
    command
        .add_option("--model", arguments.model, "the model that answers (default: vision.model)")
        ->type_name("MODEL");
    command.add_flag(
        "--json",
        arguments.json,
        "print one JSON object with the answer, model, cost, tokens and citations"
    );
    command.add_flag(
        "--plain",
        arguments.plain,
        "print the bare answer, or nothing where local/ocr is not certain of it (exit 3)"
    );
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
    auto* command = app.add_subcommand("analyze", "answer one question about pictures and PDFs");
    command->footer(kAnalyzeNotes);
    command
        ->add_option(
            "SOURCE",
            arguments->sources,
            "paths, URLs, sha256:… of stored files, or - for standard input"
        )
        ->required();
    command->add_option("--prompt", arguments->prompt, "the question")
        ->type_name("TEXT")
        ->required();
    command
        ->add_option(
            "--schema",
            arguments->schema,
            "answer with JSON that matches this JSON schema (a file, or the JSON itself)"
        )
        ->type_name("FILE");
    command
        ->add_option(
            "--pages", arguments->pages, "the pages of a PDF, for example 120-125 or 1-3,7"
        )
        ->type_name("RANGE");
    add_common(*command, *arguments);
    choose_on(*command, arguments, chosen);
}

void add_video(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<AnalyzeArguments>();
    arguments->expected = analysis::Expected::Videos;
    arguments->prompt = "Describe this video in detail.";
    auto* command = app.add_subcommand("video", "answer one question about a video");
    command->footer(kVideoNotes);
    command
        ->add_option(
            "SOURCE",
            arguments->sources,
            "a path, a URL, sha256:… of a stored file, or - for standard input"
        )
        ->required()
        ->expected(1);
    command->add_option("--prompt", arguments->prompt, "the question (default: describe the video)")
        ->type_name("TEXT");
    command
        ->add_option(
            "--schema",
            arguments->schema,
            "answer with JSON that matches this JSON schema (a file, or the JSON itself)"
        )
        ->type_name("FILE");
    command->add_option("--start", arguments->start, "start at this time: 12.5 or 1:02.5")
        ->type_name("TIME");
    command->add_option("--end", arguments->end, "end at this time")->type_name("TIME");
    add_common(*command, *arguments);
    choose_on(*command, arguments, chosen);
}

}  // namespace fovea::cli
