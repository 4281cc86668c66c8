// fovea send: one request to a model, and its answer. No tools are run.
#pragma once

#include "fovea/cli/command.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::cli {

struct SendArguments {
    std::optional<std::string> model;
    std::optional<std::string> session;
    std::optional<std::string> messages;  // a file, or "-"
    std::optional<std::string> message;
    std::vector<std::string> images;
    std::vector<std::string> crops;  // of them: [INDEX:]FORM
    std::optional<std::int64_t> max_tokens;
    std::optional<std::int64_t> timeout_s;
    bool stream = false;
    bool json = false;
};

void add_send(CLI::App& app, Chosen& chosen);

int run_send(const SendArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
