#include "fovea/cli/commands/screenshot.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "The page must be on a public https site, a .html file, or on an origin that you allow: for "
    "this call\n"
    "with --allow, permanently in the configuration:\n"
    "  [browser]\n"
    "  allow = [\"http://localhost:3000\"]\n"
    "The page can reach nothing else, and a .html file can read no other file. The screenshot is "
    "stored\n"
    "and its name (sha256:…) is printed.\n"
    "\n"
    "Examples:\n"
    "  fovea screenshot https://example.org/\n"
    "  fovea screenshot https://example.org/ --full-page --out page.png\n"
    "  fovea screenshot http://localhost:3000/ --allow --selector \"#chart\" --dark\n"
    "  fovea screenshot report.html --scale 2\n"
    "  fovea analyze sha256:… --prompt \"what is broken here?\"    with the name it printed";

}  // namespace

void add_screenshot(CLI::App& app, Chosen& chosen) {
    const auto arguments = std::make_shared<ScreenshotArguments>();
    auto& request = arguments->request;
    auto* command =
        app.add_subcommand("screenshot", "take a screenshot of a web page with Chromium");
    command->footer(kNotes);
    command->add_option("URL", request.url, "the URL of the page, or a .html file")->required();
    command->add_flag(
        "--allow", arguments->allow, "allow the URL's own host and port for this call"
    );
    const auto edge = CLI::Range(1U, browser::kMaxViewport).description("");
    command->add_option("--width", request.width, "width of the window in pixels (default 1280)")
        ->check(edge)
        ->type_name("N");
    command->add_option("--height", request.height, "height of the window in pixels (default 800)")
        ->check(edge)
        ->type_name("N");
    command->add_option("--scale", request.scale, "device pixels per CSS pixel, 1 to 4")
        ->check(CLI::Range(1U, browser::kMaxScale).description(""))
        ->type_name("N");
    command->add_flag("--full-page", request.full_page, "take the whole height of the page");
    command->add_option("--selector", request.selector, "only the first element that matches")
        ->type_name("CSS");
    command
        ->add_option("--wait", arguments->wait_ms, "milliseconds to wait after the page has loaded")
        ->check(CLI::Range(0, 10'000).description(""))
        ->type_name("N");
    command->add_flag("--dark", request.dark, "use the page's dark mode (prefers-color-scheme)");
    command->add_option("--out", arguments->out, "also write the screenshot to this file")
        ->type_name("FILE");
    command->add_flag("--json", arguments->json, "print one JSON object");
    command->callback([arguments, &chosen] {
        arguments->request.wait = std::chrono::milliseconds(arguments->wait_ms);
        chosen = {
            [arguments](const Invocation& invocation) {
                return run_screenshot(*arguments, invocation);
            },
            arguments->json};
    });
}

}  // namespace fovea::cli
