#include "fovea/cli/commands/mcp.hpp"

#include <CLI/CLI.hpp>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "A server of the Model Context Protocol: a host (Claude Code, Codex, Cursor …) starts it and "
    "speaks to\n"
    "it over standard input and output. Tools: describe_image, compare_images, analyze_image,\n"
    "vision_analyze, video_analyze, view_image, browser_screenshot.\n"
    "Paths lie inside the host's roots, or inside workspace.roots. It ends when its input does.\n"
    "\n"
    "Examples:\n"
    "  claude mcp add fovea -- fovea mcp\n"
    "  codex mcp add fovea -- fovea mcp";

}  // namespace

void add_mcp(CLI::App& app, Chosen& chosen) {
    auto* command = app.add_subcommand("mcp", "serve the tools to other agents (MCP over stdio)");
    command->footer(kNotes);
    command->callback([&chosen] { chosen = {run_mcp, true}; });
}

}  // namespace fovea::cli
