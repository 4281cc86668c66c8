#include "fovea/cli/headless/options.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/headless/claude/arguments.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/cli/headless/run.hpp"
#include "fovea/cli/headless/terminal.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/usage_report.hpp"
#include "fovea/protocol/claude/control.hpp"
#include "fovea/protocol/claude/uuid.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

namespace fovea::cli {
namespace {

constexpr const char* kAbout =
    "Runs the agent once, without a terminal: a prompt goes in, an answer comes out.";

constexpr const char* kNotes =
    "Piped input is added to the prompt: pictures and PDFs are attached, text is appended.\n"
    "@path in a prompt attaches that file of the workspace. -p is implied if standard input or "
    "output is\n"
    "a pipe, unless --no-auto-print is given.\n"
    "\n"
    "Examples:\n"
    "  fovea -p \"what does this say? @shot.png\"\n"
    "  fovea -p \"what is this?\" < shot.png\n"
    "  fovea -p \"list the errors\" --image a.png --json-schema schema.json --output-format json\n"
    "  fovea -p \"and the second one?\" --continue\n"
    "  fovea -p - --input-format stream-json --output-format stream-json < frames.jsonl\n"
    "\n"
    "Exit codes: 0 success, 1 runtime error, 2 the assistant, a tool or an input failed, 64 usage "
    "error\n"
    "or malformed input, 66 no input, 75 --max-turns reached, 78 configuration error or more than "
    "10 MB\n"
    "piped in, 124 cancelled, 130 second Ctrl-C, 137 --max-budget-usd reached. The JSON frames "
    "are\n"
    "described in docs/protocol.md.";

const std::map<std::string, InputFormat> kInputFormats{
    {"text", InputFormat::Text},
    {"stream-json", InputFormat::StreamJson},
    {"claude-stream-json", InputFormat::ClaudeStreamJson}};
const std::map<std::string, OutputFormat> kOutputFormats{
    {"text", OutputFormat::Text},
    {"json", OutputFormat::Json},
    {"stream-json", OutputFormat::StreamJson},
    {"claude-json", OutputFormat::ClaudeJson},
    {"claude-stream-json", OutputFormat::ClaudeStreamJson}};

// What is said in the manner of Claude Code.
struct Claude {
    bool is_meant = false;
    bool wants_version = false;
    bool no_tools = false;
    std::optional<std::string> asks;  // --permission-prompt-tool
};
// For a check that comes before the translation, whose own complaint is not for people.
template <typename Format>
std::vector<std::string> names_of(const std::map<std::string, Format>& formats) {
    std::vector<std::string> names;
    for (const auto& [name, format] : formats) names.push_back(name);
    return names;
}

std::string is_amount(const std::string& text) {
    double usd = 0;
    const bool read = CLI::detail::lexical_cast(text, usd);
    return read && std::isfinite(usd) && usd >= 0
               ? ""
               : "\"" + text + "\" is not a valid amount in USD (0 or more)";
}

// What -p, --prompt and a word of its own each said.
struct Said {
    std::optional<std::string> print, prompt, word;
};

void add_conversation(CLI::App& app, HeadlessArguments& arguments) {
    app.add_option(
           "--model",
           arguments.model,
           "provider/model, or an id of fovea models (default: model of the configuration)"
    )
        ->type_name("MODEL");
    app.add_option(
           "--image", arguments.images, "a picture to attach to the prompt; may be repeated"
    )
        ->type_name("PATH")
        ->allow_extra_args(false);
    app.add_option(
           "--crop",
           arguments.crops,
           "send only a part of each --image: r=NAME, n=x,y,w,h or p=x,y,w,h; with INDEX: for one "
           "of them"
    )
        ->type_name("[INDEX:]FORM")
        ->allow_extra_args(false);
    auto* resume =
        app.add_option("--resume,-r", arguments.resume, "continue this session")->type_name("SID");
    app.add_flag("--continue,-c", arguments.go_on, "continue the most recently used session")
        ->excludes(resume);
    app.add_option("--session-id", arguments.session_id, "a name for the new session")
        ->type_name("SID")
        ->excludes(resume);
    auto* system =
        app.add_option(
               "--system-prompt", arguments.system_prompt, "replace the built-in system prompt"
        )
            ->type_name("TEXT");
    app.add_option(
           "--system-prompt-file", arguments.system_prompt_file, "replace it by the text of a file"
    )
        ->type_name("FILE")
        ->excludes(system);
    app.add_option(
           "--append-system-prompt", arguments.append_system_prompt, "append to the system prompt"
    )
        ->type_name("TEXT");
}

void add_formats(CLI::App& app, HeadlessArguments& arguments) {
    app.add_option(
           "--output-format",
           arguments.output,
           "text, json, stream-json, claude-json or claude-stream-json"
    )
        ->transform(CLI::Transformer(kOutputFormats).description(""))
        ->transform(CLI::IsMember(names_of(kOutputFormats)).description(""))
        ->type_name("FORMAT");
    app.add_option("--input-format", arguments.input, "text, stream-json or claude-stream-json")
        ->transform(CLI::Transformer(kInputFormats).description(""))
        ->transform(CLI::IsMember(names_of(kInputFormats)).description(""))
        ->type_name("FORMAT");
    app.add_flag(
        "--include-partial-messages",
        arguments.include_partial_messages,
        "also print frames with partial replies (stream-json)"
    );
    app.add_flag(
        "--replay-user-messages",
        arguments.replay_user_messages,
        "also print frames with the user's messages (stream-json)"
    );
    app.add_flag(
        "--include-hook-events",
        arguments.include_hook_events,
        "also print frames about hooks and permissions (stream-json)"
    );
}

void add_limits(CLI::App& app, HeadlessArguments& arguments) {
    app.add_option(
           "--json-schema",
           arguments.json_schema,
           "JSON schema for the answer: a file, or the JSON itself"
    )
        ->type_name("FILE|JSON");
    app.add_option("--max-turns", arguments.max_turns, "stop after this many calls of the model")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}).description(""))
        ->type_name("N");
    app.add_option(
           "--max-budget-usd", arguments.max_budget_usd, "stop before the run costs more than this"
    )
        ->check(is_amount)
        ->type_name("USD");
    app.add_option(
           "--max-tokens", arguments.max_tokens, "maximum tokens of one reply (default 16384)"
    )
        ->check(CLI::Range(1, 1'000'000).description(""))
        ->type_name("N");
    app.add_option(
           "--timeout",
           arguments.timeout_s,
           "timeout for one call of the model in seconds (default 600)"
    )
        ->check(CLI::Range(1, 86'400).description(""))
        ->type_name("S");
    app.add_option(
           "--tools", arguments.tools, "offer only these tools: names or toolsets, * is a wildcard"
    )
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("LIST");
    app.add_option(
           "--allowed-tools,--allowedTools",
           arguments.allowed_tools,
           "permission rules: tools that run without approval"
    )
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("LIST");
    app.add_option(
           "--disallowed-tools,--disallowedTools",
           arguments.disallowed_tools,
           "permission rules: tools that are denied"
    )
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("LIST");
    app.add_flag(
        "--bare", arguments.bare, "use no hooks, skills, plugins, MCP servers or context files"
    );
}

// Options of Claude Code that mean something here; only where its streams are meant.
void add_claude(CLI::App& app, HeadlessArguments& arguments, std::optional<std::string>& asks) {
    app.add_option("--permission-mode", arguments.permission_mode)
        ->check([](const std::string& mode) {
            return protocol::claude::is_permission_mode(mode) ? ""
                                                              : "unknown permission mode " + mode;
        })
        ->group("");
    app.add_option("--permission-prompt-tool", asks)->group("");
}

int usage(std::string_view message) {
    fmt::print(stderr, "fovea: {}\nTry fovea -p --help.\n", printable(message));
    return kUsage;
}

// One prompt, wherever it stands; exit 64 is what is returned otherwise.
std::optional<int> settle_prompt(const Said& said, HeadlessArguments& arguments) {
    for (const auto* each : {&said.print, &said.prompt, &said.word}) {
        if (!*each || (*each)->empty()) continue;
        if (arguments.prompt) return usage("the prompt is given twice");
        arguments.prompt = **each;
    }
    const bool frames = arguments.input != InputFormat::Text;
    if (frames && arguments.prompt && *arguments.prompt != "-") {
        return usage(
            "with --input-format stream-json the prompt comes from standard input; give - or no "
            "prompt"
        );
    }
    if (frames && (!arguments.images.empty() || !arguments.crops.empty())) {
        return usage(
            "with --input-format stream-json, put pictures into the frames instead of --image and "
            "--crop"
        );
    }
    if (arguments.input == InputFormat::ClaudeStreamJson &&
        arguments.output != OutputFormat::ClaudeStreamJson) {
        return usage("--input-format claude-stream-json needs --output-format claude-stream-json");
    }
    const bool piped = ::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0;
    if (!arguments.print && (arguments.no_auto_print || !piped) && !said.prompt && !frames) {
        arguments.terminal = true;
    }
    return {};
}

}  // namespace

bool is_headless(
    int argc, char** argv, const std::function<bool(std::string_view word)>& is_command
) {
    if (claude::is_launcher(argv[0])) return true;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--config" || word == "--data") {
            ++i;
            continue;
        }
        if (word.starts_with("--config=") || word.starts_with("--data=")) continue;
        if (word == "--ephemeral") continue;
        if (word == "--help" || word == "-h" || word == "--version" || word == "-V") return false;
        if (word.starts_with('-')) return true;
        return !is_command(word) && word.find(' ') != std::string_view::npos;
    }
    // Nothing else: a conversation in the terminal; from a pipe comes the prompt.
    return true;
}

namespace {

// The words for CLI11, last first; those of Claude Code without what has no meaning here.
std::vector<std::string> words_for(
    const CLI::App& app, std::string_view program, std::vector<std::string> words, Claude& claude
) {
    if (claude.is_meant) {
        auto rewritten = claude::rewrite(program, words, [&](const std::string& name) {
            const auto* option = app.get_option_no_throw(name);
            std::optional<claude::Takes> takes;
            if (option == nullptr) return takes;
            takes = option->get_items_expected_min() > 0 ? claude::Takes::Value
                                                         : claude::Takes::Nothing;
            return takes;
        });
        words = std::move(rewritten.words);
        claude.no_tools = rewritten.no_tools;
        claude.wants_version = rewritten.wants_version;
        std::string names;
        for (const auto& name : rewritten.ignored) names += (names.empty() ? "" : ", ") + name;
        if (!names.empty()) tell("these options of Claude Code are ignored: " + names);
    }
    std::ranges::reverse(words);
    return words;
}

// What follows from the formats once all words are read.
void settle_claude(const Claude& claude, HeadlessArguments& arguments) {
    if (claude.no_tools) arguments.tools = {""};
    arguments.asks_client = claude.asks == "stdio";
    // Programs written for Claude Code expect a UUID.
    const bool is_new = !arguments.resume && !arguments.go_on && !arguments.session_id;
    if (is_claude(arguments) && is_new) arguments.session_id = protocol::claude::random_uuid();
}

}  // namespace

int run_headless_command(int argc, char** argv, const host::Parts& services) {
    HeadlessArguments arguments;
    Said said;
    CLI::App app(kAbout, "fovea -p");
    app.footer(kNotes);
    auto* print = app.add_option(
                         "-p,--print",
                         said.print,
                         "the prompt; with - or without one it is read from standard input"
    )
                      ->expected(0, 1)
                      ->type_name("[PROMPT]");
    app.add_option("--prompt", said.prompt, "the prompt, as with -p")->type_name("PROMPT");
    app.add_option("PROMPT", said.word, "what to ask, with or without -p")->type_name(" ");
    app.add_flag("--no-auto-print", arguments.no_auto_print, "do not imply -p because of a pipe");
    add_conversation(app, arguments);
    add_formats(app, arguments);
    add_limits(app, arguments);
    app.add_option("--config", arguments.config, "use only this configuration file")
        ->type_name("FILE");
    std::optional<std::string> data;
    app.add_option("--data", data, "where sessions and their pictures are kept")->type_name("DIR");
    app.add_flag(
        "--ephemeral,--no-session-persistence",
        arguments.ephemeral,
        "keep nothing of this run on disk: no session, no pictures, no answers"
    );
    app.add_flag("--verbose")->group("");  // others' habit; frames are always whole here
    const std::vector<std::string> words(argv + 1, argv + argc);
    Claude claude{.is_meant = claude::is_meant(argv[0], words)};
    if (claude.is_meant) add_claude(app, arguments, claude.asks);
    auto reversed = words_for(app, argv[0], words, claude);
    if (claude.wants_version) {
        return print_line(claude::version_line(FOVEA_VERSION)) ? kSuccess : kRuntimeError;
    }
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return usage(usage_problem_of(app, error));
    }
    arguments.print = print->count() > 0;
    if (data) arguments.data = *data;
    settle_claude(claude, arguments);
    if (const auto refused = settle_prompt(said, arguments)) return *refused;
    if (arguments.terminal) return run_terminal(arguments, services);
    return run_headless(arguments, services);
}

}  // namespace fovea::cli
