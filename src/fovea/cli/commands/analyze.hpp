// fovea analyze and fovea video: one question about pictures and documents, or about a recording.
#pragma once

#include "fovea/analysis/material.hpp"
#include "fovea/cli/command.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fovea::cli {

struct AnalyzeArguments {
    analysis::Expected expected = analysis::Expected::PicturesAndDocuments;
    std::vector<std::string> sources;
    std::string prompt;
    std::optional<std::string> schema = {};  // a file, or the JSON itself
    std::optional<std::string> pages = {};
    std::optional<std::string> start = {};  // "12.5" or "1:02.5"
    std::optional<std::string> end = {};
    std::optional<std::string> model = {};
    bool json = false;
    bool plain = false;  // the bare answer
};

void add_analyze(CLI::App& app, Chosen& chosen);
void add_video(CLI::App& app, Chosen& chosen);

int run_analyze(const AnalyzeArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
