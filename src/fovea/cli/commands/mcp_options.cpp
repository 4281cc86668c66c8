#include "fovea/cli/commands/mcp.hpp"

#include <CLI/CLI.hpp>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "An MCP (Model Context Protocol) server: a host (Claude Code, Codex, Cursor …) starts it and "
    "talks to\n"
    "it over standard input and output. Tools: describe_image, compare_images, analyze_image,\n"
    "vision_analyze, video_analyze, view_image, browser_screenshot.\n"
    "Paths must be inside the host's roots or workspace.roots. It ends when its input ends.\n"
    "\n"
    "Examples:\n"
    "  claude mcp add fovea -- fovea mcp\n"
    "  codex mcp add fovea -- fovea mcp";

}  // namespace

void add_mcp(CLI::App& app, Chosen& chosen) {
    auto* command = app.add_subcommand("mcp", "run as an MCP server for other agents (stdio)");
    command->footer(kNotes);
    command->callback([&chosen] { chosen = {run_mcp, true}; });
}

}  // namespace fovea::cli
