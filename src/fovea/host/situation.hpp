// What a process, or one session in it, works under: its configuration, and where it keeps its things.
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/host/keeping.hpp"
#include "fovea/host/parts.hpp"

#include <system_error>

#include <filesystem>
#include <optional>

namespace fovea::host {

// All of it outlives whatever is opened with it.
struct Situation {
    const config::Loaded& loaded;
    const Parts& parts;
    std::optional<std::filesystem::path> data;  // --data
    Keeping keeping = Keeping::Kept;
    // Where the work is: what rules, hooks, context files and the system prompt mean by "here". None: the
    // folder that the process is in.
    std::optional<std::filesystem::path> folder = {};

    const config::Settings& settings() const { return loaded.settings; }

    std::filesystem::path working_folder() const {
        std::error_code ignored;
        return folder ? *folder : std::filesystem::current_path(ignored);
    }
};

}  // namespace fovea::host
