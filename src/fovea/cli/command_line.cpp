#include "fovea/cli/command_line.hpp"

#include "fovea/cli/commands/compare.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/commands/doctor.hpp"
#include "fovea/cli/commands/ingest.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli {
namespace {

constexpr const char* kAbout =
    "Fovea gives any AI agent eyes: pictures go in from anywhere, and what comes out is what a "
    "model\n"
    "can take. Foreign bytes are decoded only in a sandboxed worker process.";

#define FOVEA_CROP_FORMS                                                                  \
    "Crops name a part of the upright picture:\n"                                         \
    "  r=NAME        top-left, top-right, bottom-left, bottom-right, top, bottom, left, " \
    "right, center,\n"                                                                    \
    "                top-half, bottom-half, left-half, right-half\n"                      \
    "  n=x,y,w,h     fractions from 0 to 1\n"                                             \
    "  p=x,y,w,h     pixels\n"

constexpr const char* kDescribeNotes =
    "local/ocr reads text, barcodes, colours and what changed between pictures, on this machine: "
    "no "
    "key,\n"
    "no network. It cannot recognise objects or scenes. A question is answered with the lines that "
    "bear on it.\n"
    "\n" FOVEA_CROP_FORMS
    "INDEX counts the pictures from 0: --crop 0:r=top-left --crop 1:p=10,20,300,200\n"
    "\n"
    "Examples:\n"
    "  fovea describe shot.png\n"
    "  fovea describe trace.png --question \"which file and line failed?\"\n"
    "  fovea describe before.png after.png         what changed\n"
    "  fovea describe shot.png --overlay seen.png  the boxes drawn on the picture\n"
    "\n"
    "Answers are kept in the cache folder and given again at once (cache.entries = 0 keeps none).";

constexpr const char* kIngestNotes = FOVEA_CROP_FORMS
    "\n"
    "A picture that fits and carries no metadata is left as it is, byte for byte.";

constexpr const char* kCompareNotes =
    "Similarity is perceptual, from 0 to 1. Boxes are [x1, y1, x2, y2] in pixels of the upright "
    "pictures.\n"
    "Exit code 0 whether or not they differ; 2 when one of them cannot be read.";

constexpr const char* kDoctorNotes = "Exit code 0 when pictures can be decoded safely, 1 when not.";

constexpr const char* kExamples =
    "Examples:\n"
    "  fovea describe shot.png                     what it shows, read on this machine\n"
    "  fovea ingest shot.png                       what it is, and what a model would get\n"
    "  fovea ingest --json *.jpg                   one JSON object per line, in the order given\n"
    "  fovea ingest --for claude-sonnet-4-6 a.png  fitted to that model's limits\n"
    "  fovea ingest --crop r=top-left --out cut a.png   a part of it, written to cut/\n"
    "  cat shot.png | fovea ingest -               from standard input\n"
    "  fovea compare before.png after.png          similarity, and the boxes that changed\n"
    "  fovea doctor                                is everything in place?\n"
    "\n"
    "Exit codes: 0 all done, 2 an input failed (the others are done), 64 wrong usage, 78 wrong "
    "configuration.";

struct Parsed {
    std::optional<std::string> config_file;
    IngestArguments ingest;
    CompareArguments compare;
    DescribeArguments describe;
    DoctorArguments doctor;
};

void add_ingest(CLI::App& app, IngestArguments& arguments) {
    auto* command = app.add_subcommand("ingest", "check pictures and prepare them for a model");
    command->footer(kIngestNotes);
    command->add_option("INPUT", arguments.inputs, "paths, or - for standard input")->required();
    command->add_flag("--json", arguments.json, "one JSON object per input and line");
    command
        ->add_option(
            "--max-edge", arguments.max_edge, "longest edge of the result in pixels (default 1568)"
        )
        ->check(CLI::Range(1, 16384).description(""))
        ->type_name("N");
    command
        ->add_option(
            "--max-bytes", arguments.max_bytes, "largest file size of the result (default 5242880)"
        )
        ->check(CLI::Range(1, 32 << 20).description(""))
        ->type_name("N");
    command
        ->add_option("--crop", arguments.crop, "r=NAME, n=x,y,w,h (0 to 1) or p=x,y,w,h (pixels)")
        ->type_name("FORM");
    command->add_option("--for", arguments.for_model, "a model id: fit its limits too")
        ->type_name("MODEL");
    command->add_option("--out", arguments.out_dir, "write each result to DIR/<sha256>.<ext>")
        ->type_name("DIR");
}

void add_compare(CLI::App& app, CompareArguments& arguments) {
    auto* command =
        app.add_subcommand("compare", "how alike two pictures are, and where they differ");
    command->footer(kCompareNotes);
    command->add_option("A", arguments.first, "the picture before; - for standard input")
        ->required();
    command->add_option("B", arguments.second, "the picture after")->required();
    command->add_flag("--json", arguments.json, "one JSON object");
    command->add_option("--overlay", arguments.overlay, "write B with the changed regions framed")
        ->type_name("OUT.png");
}

void add_describe(CLI::App& app, DescribeArguments& arguments) {
    auto* command =
        app.add_subcommand("describe", "what pictures show, or the answer to a question");
    command->footer(kDescribeNotes);
    command->add_option("INPUT", arguments.inputs, "paths, or - for standard input")->required();
    command
        ->add_option(
            "--question",
            arguments.question,
            "answer this instead of describing (1 to 4000 characters)"
        )
        ->type_name("TEXT");
    command->add_option("--crop", arguments.crops, "look at a part only; once per picture")
        ->type_name("INDEX:FORM")
        ->allow_extra_args(false);
    command->add_option("--model", arguments.model, "who looks (default local/ocr)")
        ->type_name("MODEL");
    command->add_flag("--json", arguments.json, "one JSON object, with boxes, words and the fence");
    command->add_flag("--boxes", arguments.boxes, "list where things are, in pixels");
    command
        ->add_option(
            "--overlay", arguments.overlay, "write the (last) picture with the boxes framed"
        )
        ->type_name("OUT.png");
}

// Warnings go to stderr. A person sees [downscaled] in the line itself, so there only errors are
// logged. FOVEA_LOG asks for more or less.
bool set_up_logging(bool stdout_is_data) {
    auto logger = spdlog::stderr_color_mt("fovea");
    logger->set_pattern("%^%l%$: %v");
    logger->set_level(stdout_is_data ? spdlog::level::warn : spdlog::level::err);
    if (const char* wanted = std::getenv("FOVEA_LOG")) {
        const auto level = spdlog::level::from_str(wanted);
        if (level == spdlog::level::off && std::string_view(wanted) != "off") {
            fmt::print(
                stderr,
                "fovea: FOVEA_LOG is trace, debug, info, warn, error or off, not \"{}\"\n",
                printable(wanted)
            );
            return false;
        }
        logger->set_level(level);
    }
    spdlog::set_default_logger(std::move(logger));
    return true;
}

// Says what was wrong and where to read on.
int report(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::string command = "fovea";
    for (const auto* chosen : app.get_subcommands()) command += " " + chosen->get_name();
    std::string message = error.what();
    const auto unknown = app.remaining();
    if (command == "fovea" && !unknown.empty()) {
        message = "no command is called \"" + unknown.front() +
                  "\"; there are describe, ingest, compare and doctor";
    }
    fmt::print(stderr, "{}: {}\nTry {} --help.\n", command, printable(message), command);
    return kUsage;
}

// CLI11 takes "[a,b]" for a list. A file may be called so; "./[a,b]" is the same file.
constexpr std::string_view kGuard = "./";

std::vector<std::string> guarded_arguments(int argc, char** argv) {
    std::vector<std::string> arguments;
    for (int i = argc - 1; i > 0; --i) {  // CLI11 wants them last first
        const std::string_view word = argv[i];
        arguments.push_back(std::string(word.starts_with('[') ? kGuard : "") + std::string(word));
    }
    return arguments;
}

void remove_guard(std::string& path) {
    if (path.starts_with("./[")) path.erase(0, kGuard.size());
}

int run_parsed(const CLI::App& app, const Parsed& parsed, const Services& services) {
    auto sources = services.config_sources;
    if (parsed.config_file) sources.only_file = *parsed.config_file;
    const auto loaded = config::load(sources);
    if (!loaded.ok()) {
        fmt::print(stderr, "fovea: {}\n", printable(loaded.error().message));
        return kConfiguration;
    }
    const auto& settings = loaded.value().settings;
    if (app.got_subcommand("ingest")) return run_ingest(parsed.ingest, settings, services);
    if (app.got_subcommand("describe")) return run_describe(parsed.describe, settings, services);
    if (app.got_subcommand("compare")) return run_compare(parsed.compare, settings, services);
    return run_doctor(parsed.doctor, loaded.value(), services);
}

}  // namespace

int run_command_line(int argc, char** argv, const Services& services) {
    Parsed parsed;
    CLI::App app(kAbout, "fovea");
    app.footer(kExamples);
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string("fovea ") + FOVEA_VERSION);
    app.add_option("--config", parsed.config_file, "use this configuration file only")
        ->type_name("FILE");
    app.fallthrough();
    add_describe(app, parsed.describe);
    add_ingest(app, parsed.ingest);
    add_compare(app, parsed.compare);
    auto* doctor = app.add_subcommand(
        "doctor", "check the sandbox, the workers, the language data and the configuration"
    );
    doctor->footer(kDoctorNotes);
    doctor->add_flag("--json", parsed.doctor.json, "one JSON object");
    try {
        app.parse(guarded_arguments(argc, argv));
    } catch (const CLI::ParseError& error) {
        return checked_exit(report(app, error));
    }
    for (auto* inputs : {&parsed.ingest.inputs, &parsed.describe.inputs}) {
        for (auto& input : *inputs) remove_guard(input);
    }
    remove_guard(parsed.compare.first);
    remove_guard(parsed.compare.second);
    const bool data =
        parsed.ingest.json || parsed.compare.json || parsed.doctor.json || parsed.describe.json;
    if (!set_up_logging(data)) return kConfiguration;
    return checked_exit(run_parsed(app, parsed, services));
}

}  // namespace fovea::cli
