// fovea screenshot: a web page as a stored picture.
#pragma once

#include "fovea/browser/shot.hpp"
#include "fovea/cli/command.hpp"

#include <optional>
#include <string>

namespace fovea::cli {

struct ScreenshotArguments {
    browser::ShotRequest request;
    bool allow = false;  // the page's own origin, for this call
    std::uint32_t wait_ms = 0;
    std::optional<std::string> out;  // a file for the picture, beside the store
    bool json = false;
};

void add_screenshot(CLI::App& app, Chosen& chosen);

int run_screenshot(const ScreenshotArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
