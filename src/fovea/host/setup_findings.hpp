// Looks at what was configured as a whole: whether the models that are named have a provider, see,
// and have their keys. Reads key files and variables but shows nothing of them (Q5); asks nobody.
//
//     for (const auto& finding : check_routes(settings)) print(finding);
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/host/finding.hpp"

#include <string>
#include <vector>

namespace fovea::host {

// "model", "vision.model", "routing.fallback.0" … and what each names.
struct RouteSetting {
    std::string setting;
    std::string model;

    bool operator==(const RouteSetting&) const = default;
};
std::vector<RouteSetting> route_settings(const config::Settings& settings);

// For each of them: is there such a provider, is the model known, does it see, and what to set
// otherwise.
std::vector<Finding> check_routes(const config::Settings& settings);

// For each provider that a route or the configuration names: whether its key can be read. A key that
// a route needs and that is not there is broken; of others it is weak.
std::vector<Finding> check_keys(
    const config::Settings& settings, const config::Environment& environment
);

// Rules, stores and languages that the commands would refuse: values that only their users understand.
std::vector<Finding> check_values(const config::Settings& settings);

// Which files were read, and what of a project's file was left out.
std::vector<Finding> check_files(const config::Loaded& loaded);

// The names of the providers that routes need or the configuration has, without local ones.
std::vector<std::string> provider_names(const config::Settings& settings);

}  // namespace fovea::host
