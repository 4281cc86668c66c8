#include "fovea/cli/commands/wire.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "AGENT is claude, codex, opencode, pi or aider. Its own configuration is changed, so that it "
    "asks the\n"
    "gateway of `fovea serve` and has the tools of `fovea mcp`: the change is shown first, and "
    "what was there\n"
    "before is kept beside it (.before-fovea). It gets a token of its own, with the scope "
    "gateway.\n"
    "\n"
    "Examples:\n"
    "  fovea wire claude                            shows the change, and asks\n"
    "  fovea wire codex --print                     only shows the lines\n"
    "  fovea wire claude --undo                     puts back what was there";

}  // namespace

void add_wire(CLI::App& app, Chosen& chosen) {
    auto* command = app.add_subcommand("wire", "let another agent use the gateway");
    command->footer(kNotes);
    const auto arguments = std::make_shared<WireArguments>();
    command->add_option("AGENT", arguments->agent, "claude, codex, opencode, pi or aider")
        ->required();
    command->add_option(
        "--url", arguments->url, "the URL of the daemon (default: from serve.host and serve.port)"
    );
    command->add_option(
        "--model",
        arguments->model,
        "the model that AGENT asks for, if its configuration must name one"
    );
    command->add_flag("--undo", arguments->undo, "put back what was there");
    command->add_flag("--print", arguments->print, "only show the lines");
    command->add_flag("--yes,-y", arguments->yes, "do not ask");
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) { return run_wire(*arguments, invocation); },
            true};
    });
}

}  // namespace fovea::cli
