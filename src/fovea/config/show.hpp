// What `fovea config show --origin` prints: every value and where it came from, and no secret.
//
//     for (const auto& line : shown(loaded)) print(line.name, line.value, line.origin);
#pragma once

#include "fovea/config/load.hpp"

#include <string>
#include <vector>

namespace fovea::config {

struct Shown {
    std::string name;    // "images.max_edge", "providers.anthropic.kind"
    std::string value;   // as one would write it in TOML; keys are "(hidden)"
    std::string origin;  // "default", a file's path, a variable's name

    bool operator==(const Shown&) const = default;
};

// Every key of the schema in its order, then the entries with what is set in them.
std::vector<Shown> shown(const Loaded& loaded);

}  // namespace fovea::config
