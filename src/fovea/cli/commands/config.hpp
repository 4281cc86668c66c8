// fovea config: what is set and by whom, whether it makes sense, and which projects are trusted.
#pragma once

#include "fovea/cli/command.hpp"
#include "fovea/config/project_trust.hpp"
#include "fovea/config/value.hpp"

#include <boost/json/fwd.hpp>

#include <optional>
#include <string>

namespace fovea::cli {

struct ConfigShowArguments {
    bool origin = false;
    bool json = false;
};

struct ConfigTrustArguments {
    std::optional<std::string> folder;  // the current one by default
    config::Trust trust = config::Trust::Trusted;
};

void add_config(CLI::App& app, Chosen& chosen);

int show_config(const ConfigShowArguments& arguments, const config::Loaded& loaded);

// These run also where the configuration cannot be loaded.
int check_config(bool json, const config::Sources& sources);
int show_config_paths(bool json, const config::Sources& sources);
int trust_project(const ConfigTrustArguments& arguments, const config::Sources& sources);

}  // namespace fovea::cli
