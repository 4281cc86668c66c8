// The environment that programs under test start with.
//
//     const SpawnEnvironment environment;
//     ::posix_spawnp(&child, name, &actions, nullptr, arguments, environment.get());
//
// This process's own, as it is now, but for the variables that say where a provider is and where its
// key is, and but for what their shell sets for fovea: whoever runs the tests may have OPENAI_BASE_URL or FOVEA_MODEL set,
// and no test may depend on it. A test that is about such a variable puts it before its command with env.
#pragma once

#include <string>
#include <vector>

namespace fovea::testing {

class SpawnEnvironment {
public:
    SpawnEnvironment();

    char* const* get() { return pointers_.data(); }

private:
    std::vector<std::string> variables_;
    std::vector<char*> pointers_;  // into variables_, and a null pointer
};

}  // namespace fovea::testing
