// What `fovea config show --origin` prints: every value and where it came from, and no secret.
//
//     for (const auto& line : shown(loaded)) print(line.name, line.value, line.origin);
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/config/value.hpp"

#include <string>
#include <vector>

namespace fovea::config {

struct Shown {
    std::string name;    // "images.max_edge", "providers.anthropic.kind"
    std::string value;   // as one would write it in TOML; keys are "(hidden)"
    std::string origin;  // "default", a file's path, a variable's name
    Value plain = {};    // the same for programs: no quotes, and of a map its names alone

    bool operator==(const Shown& other) const {
        return name == other.name && value == other.value && origin == other.origin;
    }
};

// Every key of the schema in its order, then the entries with what is set in them.
std::vector<Shown> shown(const Loaded& loaded);

}  // namespace fovea::config
