#include "support/spawn_environment.hpp"

#include "fovea/config/sdk_variables.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <string_view>

namespace fovea::testing {
namespace {

// What the shell of whoever runs the tests sets for fovea, as "NAME=value"; what a test sets is another value. Those
// for the tests themselves stay.
const std::set<std::string>& settings_of_the_shell() {
    static const auto settings = [] {
        std::set<std::string> found;
        std::ifstream in("/proc/self/environ", std::ios::binary);
        for (std::string each; std::getline(in, each, '\0');) {
            if (each.starts_with("FOVEA_") && !each.starts_with("FOVEA_TEST_")) found.insert(each);
        }
        return found;
    }();
    return settings;
}

}  // namespace

SpawnEnvironment::SpawnEnvironment() {
    const auto left_out = config::sdk_variable_names();
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view variable = *each;
        const auto name = variable.substr(0, variable.find('='));
        if (std::ranges::find(left_out, name) != left_out.end()) continue;
        if (!settings_of_the_shell().contains(std::string(variable))) {
            variables_.emplace_back(variable);
        }
    }
    for (auto& variable : variables_) pointers_.push_back(variable.data());
    pointers_.push_back(nullptr);
}

}  // namespace fovea::testing
