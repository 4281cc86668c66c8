#include "fovea/cli/command_line.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/cli/commands/analyze.hpp"
#include "fovea/cli/commands/compare.hpp"
#include "fovea/cli/commands/config.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/commands/doctor.hpp"
#include "fovea/cli/commands/ingest.hpp"
#include "fovea/cli/commands/mcp.hpp"
#include "fovea/cli/commands/models.hpp"
#include "fovea/cli/commands/render.hpp"
#include "fovea/cli/commands/screenshot.hpp"
#include "fovea/cli/commands/send.hpp"
#include "fovea/cli/commands/serve.hpp"
#include "fovea/cli/commands/sessions.hpp"
#include "fovea/cli/commands/tool.hpp"
#include "fovea/cli/commands/vision_proxy.hpp"
#include "fovea/cli/commands/wire.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/headless/options.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/usage_report.hpp"
#include "fovea/host/url_fetcher.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli {
namespace {

constexpr const char* kAbout =
    "Fovea gives any AI agent eyes: it takes pictures, PDFs and videos and turns them into what a "
    "model\n"
    "can use. Files are decoded only in a sandboxed worker process.";

constexpr const char* kExamples =
    "Without a command: fovea          a conversation in this terminal, with pictures\n"
    "                   fovea -p TEXT  the agent, once, for scripts and pipes; see fovea -p "
    "--help\n"
    "\n"
    "Examples:\n"
    "  fovea describe shot.png                     what it shows, read on this machine\n"
    "  fovea analyze a.pdf --pages 2-3 --prompt \"what is the total?\"   a question about files\n"
    "  fovea video demo.mp4                        what a recording shows, with times\n"
    "  fovea screenshot https://example.org/        a web page as a picture\n"
    "  fovea -p \"what does @shot.png say?\"         ask the agent once\n"
    "  fovea ingest shot.png                       its type and size, and what a model would get\n"
    "  fovea ingest --json *.jpg                   one JSON object per line, in the order given\n"
    "  fovea ingest --for claude-sonnet-4-6 a.png  fitted to that model's limits\n"
    "  fovea ingest --crop r=top-left --out cut a.png   a part of it, written to cut/\n"
    "  cat shot.png | fovea ingest -               from standard input\n"
    "  fovea compare before.png after.png          similarity, and the boxes that changed\n"
    "  fovea send --session work --image a.png --message \"what is wrong?\"   one turn with a "
    "model\n"
    "  fovea render --to openai/gpt-5-mini --session work    the request, without sending it\n"
    "  fovea sessions list                         stored conversations\n"
    "  fovea models --vision                       models with vision, and their prices\n"
    "  fovea config show --origin                  every setting, and where it was set\n"
    "  fovea vision-proxy                          the model that describes pictures; consent\n"
    "  fovea mcp                                   the tools for another agent, as an MCP server\n"
    "  fovea serve                                 the web client, sessions, the gateway and "
    "MCP over HTTP\n"
    "  fovea wire claude                           another agent uses the gateway of fovea serve\n"
    "  fovea doctor                                check the installation\n"
    "\n"
    "For the help of one command: fovea help COMMAND\n"
    "Exit codes: 0 success, 1 runtime error, 2 an input failed (the others were processed), 64 "
    "usage\n"
    "error, 78 configuration error, 124 cancelled, 130 second Ctrl-C. For more see fovea -p "
    "--help.";

// One more is a file in commands/ and a line here.
constexpr struct {
    std::string_view name;
    void (*add)(CLI::App& app, Chosen& chosen);
} kCommands[] = {
    {"describe", add_describe},
    {"redescribe", add_redescribe},
    {"analyze", add_analyze},
    {"video", add_video},
    {"screenshot", add_screenshot},
    {"ingest", add_ingest},
    {"compare", add_compare},
    {"send", add_send},
    {"render", add_render},
    {"sessions", add_sessions},
    {"models", add_models},
    {"config", add_config},
    {"vision-proxy", add_vision_proxy},
    {"tool", add_tool},
    {"mcp", add_mcp},
    {"serve", add_serve},
    {"wire", add_wire},
    {"doctor", add_doctor},
};

bool is_command(std::string_view word) {
    return std::ranges::find(kCommands, word, [](const auto& each) { return each.name; }) !=
           std::end(kCommands);
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
                "fovea: FOVEA_LOG must be trace, debug, info, warn, error or off, not \"{}\"\n",
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
int report(const CLI::App& app, const CLI::ParseError& error, bool as_json) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::string command = "fovea";
    for (const auto* each = &app; !each->get_subcommands().empty();) {
        each = each->get_subcommands().front();
        command += " " + each->get_name();
    }
    return report_usage(command, usage_problem_of(app, error), as_json);
}

// What is asked about with fovea help [COMMAND …]; nothing where the command is another one.
std::optional<std::vector<std::string>> words_behind_help(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--ephemeral") continue;
        if (word == "help") return std::vector<std::string>(argv + i + 1, argv + argc);
        const bool has_value = word == "--config" || word == "--data";
        if (!has_value && !word.starts_with("--config=") && !word.starts_with("--data=")) break;
        if (has_value) ++i;
    }
    return std::nullopt;
}

// What --help behind the command says.
int show_help(const CLI::App& app, const std::vector<std::string>& words) {
    const auto* command = &app;
    std::string above;
    for (const auto& word : words) {
        const auto all = command->get_subcommands([](const CLI::App*) { return true; });
        const auto found =
            std::ranges::find(all, word, [](const auto* each) { return each->get_name(); });
        if (found == all.end()) {
            fmt::print(
                stderr,
                "fovea help: {}\nTry fovea --help.\n",
                printable(
                    all.empty() ? command->get_name() + " has no subcommands"
                                : no_such_command(*command, word)
                )
            );
            return kUsage;
        }
        above += (above.empty() ? "" : " ") + command->get_name();
        command = *found;
    }
    return print_piece(command->help(above)) ? kSuccess : kRuntimeError;
}

// Whether the word is an option whose value is the next word.
bool takes_next_word(const CLI::App& app, const std::string& word) {
    if (!word.starts_with('-') || word.find('=') != std::string::npos) return false;
    if (const auto* option = app.get_option_no_throw(word))
        return option->get_items_expected_max() > 0;
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(), [&](const CLI::App* command) {
        return takes_next_word(*command, word);
    });
}

// CLI11 takes "[a,b]" for a list where several words are expected. A file may be called so;
// "./[a,b]" is the same file, and remove_guard() makes it again what a person wrote.
constexpr std::string_view kGuard = "./";

std::vector<std::string> guarded_arguments(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> arguments;
    for (int i = argc - 1; i > 0; --i) {  // CLI11 wants them last first
        const std::string word = argv[i];
        const bool guard = word.starts_with('[') && !takes_next_word(app, argv[i - 1]);
        arguments.push_back((guard ? std::string(kGuard) : "") + word);
    }
    return arguments;
}

// Whoever asked a command for JSON gets its failures as JSON too, also those before it began.
bool asked_for_json(int argc, char** argv) {
    const std::span<char*> words(argv, static_cast<std::size_t>(argc));
    const auto is = [](std::string_view wanted) {
        return [wanted](const char* word) { return word == wanted; };
    };
    const auto options_end = std::ranges::find_if(words, is("--"));
    return std::find_if(words.begin(), options_end, is("--json")) != options_end;
}

struct Asked {
    std::optional<std::string> config_file, data;
    bool ephemeral = false;
    bool json = false;
};

int run_chosen(const Chosen& chosen, const Asked& asked, const host::Parts& services) {
    auto sources = services.config_sources;
    if (asked.config_file) sources.only_file = *asked.config_file;
    if (chosen.run_unloaded) return chosen.run_unloaded(sources);
    auto counted = sources;
    counted.with_proxy_file = chosen.with_proxy_file;
    const auto loaded = config::load(counted);
    if (!loaded.ok()) return report_failure("fovea", loaded.error(), asked.json);
    return chosen.run({
        .loaded = loaded.value(),
        .parts = services,
        .data = asked.data,
        .keeping = asked.ephemeral ? host::Keeping::Nothing : host::Keeping::Kept,
    });
}

}  // namespace

void remove_guard(std::string& path) {
    if (path.starts_with("./[")) path.erase(0, kGuard.size());
}

int run_command_line(int argc, char** argv, const host::Parts& services) {
    host::warn_of_test_allowance();
    if (is_headless(argc, argv, is_command)) {
        if (!set_up_logging(true)) return kConfiguration;
        return checked_exit(run_headless_command(argc, argv, services));
    }
    const auto helped = words_behind_help(argc, argv);
    if (helped && helped->size() == 1 &&
        (helped->front() == "-p" || helped->front() == "--print")) {
        std::string program = argv[0], print = "-p", help = "--help";
        char* asked[] = {program.data(), print.data(), help.data()};
        return checked_exit(run_headless_command(3, asked, services));
    }
    Chosen chosen;
    Asked asked{.json = asked_for_json(argc, argv)};
    CLI::App app(kAbout, "fovea");
    app.footer(kExamples);
    app.require_subcommand(1);
    app.set_version_flag("-V,--version", std::string("fovea ") + FOVEA_VERSION);
    app.add_option("--config", asked.config_file, "use only this configuration file")
        ->type_name("FILE");
    app.add_option("--data", asked.data, "where sessions and their pictures are kept")
        ->type_name("DIR");
    app.add_flag(
        "--ephemeral", asked.ephemeral, "keep nothing of this run on disk: no pictures, no answers"
    );
    app.fallthrough();
    for (const auto& command : kCommands) command.add(app, chosen);
    app.add_subcommand("help", "show the help of a command, as in: fovea help describe");
    if (helped) return checked_exit(show_help(app, *helped));
    try {
        app.parse(guarded_arguments(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return checked_exit(report(app, error, asked.json));
    }
    if (!set_up_logging(chosen.stdout_is_data)) return kConfiguration;
    return checked_exit(run_chosen(chosen, asked, services));
}

}  // namespace fovea::cli
