// What a process, or one session in it, works under: its configuration, and where it keeps its things.
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/host/keeping.hpp"
#include "fovea/host/parts.hpp"

#include <filesystem>
#include <optional>

namespace fovea::host {

// All of it outlives whatever is opened with it.
struct Situation {
    const config::Loaded& loaded;
    const Parts& parts;
    std::optional<std::filesystem::path> data;  // --data
    Keeping keeping = Keeping::Kept;

    const config::Settings& settings() const { return loaded.settings; }
};

}  // namespace fovea::host
