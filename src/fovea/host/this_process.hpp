// What the surroundings of this process say about where things are. Nobody below asks them: whoever opens
// something hands in what it is to use.
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/store/data_folder.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fovea::host {

// Where the configuration is by default: $XDG_CONFIG_HOME/fovea/config.* and .fovea/config.*.
config::Sources config_sources();

store::DataSources data_sources(std::optional<std::filesystem::path> given = {});

// For what is to leave nothing behind: $TMPDIR, /tmp, /dev/shm, /var/tmp.
std::vector<std::filesystem::path> temporary_places();

// By $HOME and by the system's list of users, which differ where somebody set the former.
std::vector<std::filesystem::path> homes_of_user();

// $SSL_CERT_FILE: whom to trust instead of the system's authorities. Empty: not set.
std::string authorities_file();

}  // namespace fovea::host
