// fovea ingest: what each picture, document or recording is, and what a model would get of it.
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fovea::cli {

struct IngestArguments {
    std::vector<std::string> inputs;  // paths, URLs, "sha256:…", "-"
    bool json = false;
    std::optional<std::int64_t> max_edge;
    std::optional<std::int64_t> max_bytes;
    std::vector<std::string> crops;  // [INDEX:]FORM
    std::optional<std::string> for_model;
    std::optional<std::string> out_dir;
    std::optional<std::string> pages;    // of documents: "1-3,7"
    std::optional<std::int64_t> frames;  // of recordings, at most
};

void add_ingest(CLI::App& app, Chosen& chosen);

int run_ingest(const IngestArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
