// fovea render: the exact request that a model would get, without sending it (P6).
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>

namespace fovea::cli {

struct RenderArguments {
    std::string model;
    std::optional<std::string> session;
    std::optional<std::string> messages;  // a file, or "-"
    bool stream = false;
    bool unreachable = false;  // as when nobody answers
    bool json = false;
};

void add_render(CLI::App& app, Chosen& chosen);

int run_render(const RenderArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
