// Where Fovea keeps what is its own: configuration, keys, sessions, pictures, answers. No tool reads
// there, whatever the workspace is: a model that could would read the user's keys, and what was said in
// every other session.
#pragma once

#include "fovea/host/situation.hpp"

#include <filesystem>
#include <vector>

namespace fovea::host {

// Files and folders, there or not. `run_folder` is where this run keeps its own (run_store.hpp).
std::vector<std::filesystem::path> own_places(
    const Situation& situation, const std::filesystem::path& run_folder
);

}  // namespace fovea::host
