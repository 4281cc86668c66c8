#include "fovea/cli/command_line.hpp"

#include "fovea/cli/commands/compare.hpp"
#include "fovea/cli/commands/doctor.hpp"
#include "fovea/cli/commands/ingest.hpp"
#include "fovea/cli/exit_code.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace fovea::cli {
namespace {

constexpr const char* kAbout =
    "Fovea gives any AI agent eyes: pictures go in from anywhere, and what comes out is what a "
    "model\n"
    "can take. Foreign bytes are decoded only in a sandboxed worker process.";

constexpr const char* kIngestNotes =
    "Crops name a part of the upright picture:\n"
    "  r=NAME        top-left, top-right, bottom-left, bottom-right, top, bottom, left, right, "
    "center,\n"
    "                top-half, bottom-half, left-half, right-half\n"
    "  n=x,y,w,h     fractions from 0 to 1\n"
    "  p=x,y,w,h     pixels\n"
    "\n"
    "A picture that fits and carries no metadata is left as it is, byte for byte.";

constexpr const char* kCompareNotes =
    "Similarity is perceptual, from 0 to 1. Boxes are [x1, y1, x2, y2] in pixels of the upright "
    "pictures.\n"
    "Exit code 0 whether or not they differ; 2 when one of them cannot be read.";

constexpr const char* kDoctorNotes = "Exit code 0 when pictures can be decoded safely, 1 when not.";

constexpr const char* kExamples =
    "Examples:\n"
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
    DoctorArguments doctor;
};

CLI::App* add_ingest(CLI::App& app, IngestArguments& arguments) {
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
    command
        ->add_option(
            "--for", arguments.for_model, "a model id: its limits instead of the configured ones"
        )
        ->type_name("MODEL");
    command->add_option("--out", arguments.out_dir, "write each result to DIR/<sha256>.<ext>")
        ->type_name("DIR");
    return command;
}

CLI::App* add_compare(CLI::App& app, CompareArguments& arguments) {
    auto* command =
        app.add_subcommand("compare", "how alike two pictures are, and where they differ");
    command->footer(kCompareNotes);
    command->add_option("A", arguments.first, "the picture before; - for standard input")
        ->required();
    command->add_option("B", arguments.second, "the picture after")->required();
    command->add_flag("--json", arguments.json, "one JSON object");
    command->add_option("--overlay", arguments.overlay, "write B with the changed regions framed")
        ->type_name("OUT.png");
    return command;
}

// Warnings go to stderr. A person sees [downscaled] in the line itself, so there only errors are
// logged.
void set_up_logging(bool stdout_is_data) {
    auto logger = spdlog::stderr_color_mt("fovea");
    logger->set_pattern("%^%l%$: %v");
    logger->set_level(stdout_is_data ? spdlog::level::warn : spdlog::level::err);
    if (const char* wanted = std::getenv("FOVEA_LOG"))
        logger->set_level(spdlog::level::from_str(wanted));
    spdlog::set_default_logger(std::move(logger));
}

int report(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    fmt::print(stderr, "fovea: {}\nTry fovea --help.\n", error.what());
    return kUsage;
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
    const auto* ingest = add_ingest(app, parsed.ingest);
    const auto* compare = add_compare(app, parsed.compare);
    auto* doctor =
        app.add_subcommand("doctor", "check the sandbox, the worker and the configuration");
    doctor->footer(kDoctorNotes);
    doctor->add_flag("--json", parsed.doctor.json, "one JSON object");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return report(app, error);
    }
    set_up_logging(parsed.ingest.json || parsed.compare.json || parsed.doctor.json);

    auto sources = services.config_sources;
    if (parsed.config_file) sources.only_file = *parsed.config_file;
    const auto loaded = config::load(sources);
    if (!loaded.ok()) {
        fmt::print(stderr, "fovea: {}\n", loaded.error().message);
        return kConfiguration;
    }
    if (ingest->parsed()) return run_ingest(parsed.ingest, loaded.value().settings, services);
    if (compare->parsed()) return run_compare(parsed.compare, loaded.value().settings, services);
    return run_doctor(parsed.doctor, loaded.value(), services);
}

}  // namespace fovea::cli
