// The first start, when nobody has chosen a model: what is said then, and where a choice is kept.
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/host/found_providers.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::tui {

// "~/.config/fovea/config.toml"
std::string short_path(const std::filesystem::path& path);

// Where a choice for later conversations is kept; empty where there is no such file to write.
std::filesystem::path file_of_choices(const config::Sources& sources);

// Three lines: what answers now, what there is, how to choose it: `chooses` is what does so here.
std::vector<std::string> first_start_lines(
    const std::vector<host::FoundProvider>& found,
    const std::string& chooses,
    const std::filesystem::path& file
);

}  // namespace fovea::tui
