// Puts one layer over the settings that there are so far, and notes where each value came from.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/load.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/tree.hpp"

#include <filesystem>
#include <string>

namespace fovea::config {

// Where values are put while the layers are read.
struct Layers {
    Loaded loaded;
    int current = 0;                    // grows with each layer
    std::map<std::string, int> set_in;  // key -> the layer that set it last
};

// Errors name the file, the line and what is allowed. A key itself (api_key) is taken only from a
// file that nobody else can read.
Result<void> apply_file(const std::filesystem::path& file, Layers& layers);

Result<void> apply_environment(const Environment& environment, Layers& layers);

}  // namespace fovea::config
