#include "support/spawn_environment.hpp"

#include "fovea/config/sdk_variables.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace fovea::testing {

SpawnEnvironment::SpawnEnvironment() {
    const auto left_out = config::sdk_variable_names();
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view variable = *each;
        const auto name = variable.substr(0, variable.find('='));
        if (std::ranges::find(left_out, name) == left_out.end()) variables_.emplace_back(variable);
    }
    for (auto& variable : variables_) pointers_.push_back(variable.data());
    pointers_.push_back(nullptr);
}

}  // namespace fovea::testing
