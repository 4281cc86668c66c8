#include "fovea/cli/commands/tool.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "Runs a tool exactly as for a model: paths must be inside workspace.roots, Fovea's own files "
    "and files\n"
    "denied by a permission rule cannot be read, and with --session sha256:… names only pictures "
    "of that\n"
    "session. Without --input it prints the description that a model gets.\n"
    "\n"
    "Tools: analyze_image, browser_screenshot, filesystem_glob, filesystem_grep, filesystem_read,\n"
    "vision_analyze, video_analyze\n"
    "\n"
    "Examples:\n"
    "  fovea tool filesystem_read\n"
    "  fovea tool filesystem_glob --input '{\"pattern\": \"**/*.png\"}'\n"
    "  fovea tool filesystem_read --input '{\"path\": \"shot.png\"}' --json\n"
    "  fovea tool analyze_image --input '{\"images\": [\"shot.png\"], \"question\": \"which error "
    "code?\",\n"
    "    \"crop\": [{\"image_index\": 0, \"region\": \"bottom-right\"}]}'";

}  // namespace

void add_tool(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<ToolArguments>();
    auto* command = app.add_subcommand("tool", "run one tool as a model would call it");
    command->footer(kNotes);
    command->add_option("NAME", arguments->name, "the tool's name")->required();
    command->add_option("--input", arguments->input, "its arguments as JSON; - for standard input")
        ->type_name("JSON");
    command->add_option("--session", arguments->session, "the session to call it in")
        ->type_name("SID");
    command->add_flag("--json", arguments->json, "print one JSON object");
    command->callback([arguments, &chosen] {
        chosen = {
            [arguments](const Invocation& invocation) { return run_tool(*arguments, invocation); },
            arguments->json};
    });
}

}  // namespace fovea::cli
