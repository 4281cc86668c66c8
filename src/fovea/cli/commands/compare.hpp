// fovea compare: how alike two pictures are, and where they differ.
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>

namespace fovea::cli {

struct CompareArguments {
    std::string first;
    std::string second;
    bool json = false;
    std::optional<std::string> overlay;  // a PNG to write
};

void add_compare(CLI::App& app, Chosen& chosen);

int run_compare(const CompareArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
