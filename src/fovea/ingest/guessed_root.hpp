// Where nobody said what the workspace is, the current folder is a guess. It is a good one in a project
// and a bad one in "/", in the user's home and above it, where some hosts and all terminals start programs: there
// lies everything that the user has.
//
//     if (const auto refused = refused_guess(".", {"/home/me"})) return *refused;
//
// `fovea -p`, `fovea tool` and `fovea mcp` ask here. Whoever names such a folder gets it.
#pragma once

#include "fovea/base/error.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fovea::ingest {

// FileNotFound, with what to do about it; nothing where the folder may be taken.
std::optional<Error> refused_guess(
    const std::string& folder, const std::vector<std::filesystem::path>& homes
);

}  // namespace fovea::ingest
