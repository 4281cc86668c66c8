#include "fovea/cli/commands/screenshot.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "The page is on a public https site, or a .html file, or on an origin that you open: for this "
    "call\n"
    "with --allow, for good in the configuration:\n"
    "  [browser]\n"
    "  allow = [\"http://localhost:3000\"]\n"
    "Nothing else can be reached, whatever the page asks for; a .html file reads no other file. "
    "The\n"
    "picture is stored and named.\n"
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
    auto* command = app.add_subcommand("screenshot", "picture a web page with Chromium");
    command->footer(kNotes);
    command->add_option("URL", request.url, "the page, or a .html file")->required();
    command->add_flag(
        "--allow", arguments->allow, "open the URL's own host and port for this call"
    );
    const auto edge = CLI::Range(1U, browser::kMaxViewport).description("");
    command->add_option("--width", request.width, "of the window in pixels (default 1280)")
        ->check(edge)
        ->type_name("N");
    command->add_option("--height", request.height, "of the window in pixels (default 800)")
        ->check(edge)
        ->type_name("N");
    command
        ->add_option("--scale", request.scale, "pixels of the picture for one of the page, 1 to 4")
        ->check(CLI::Range(1U, browser::kMaxScale).description(""))
        ->type_name("N");
    command->add_flag("--full-page", request.full_page, "the whole height of the page");
    command->add_option("--selector", request.selector, "only the first element that fits")
        ->type_name("CSS");
    command->add_option("--wait", arguments->wait_ms, "milliseconds to wait once it has loaded")
        ->check(CLI::Range(0, 10'000).description(""))
        ->type_name("N");
    command->add_flag("--dark", request.dark, "as for people who prefer dark pages");
    command->add_option("--out", arguments->out, "write the picture to a file as well")
        ->type_name("FILE");
    command->add_flag("--json", arguments->json, "one JSON object");
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
