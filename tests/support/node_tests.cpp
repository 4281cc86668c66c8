#include "support/node_tests.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

}  // namespace

bool node_tests_installed() {
    const auto modules = node_tests_folder() + "/node_modules/";
    const bool installed = std::filesystem::exists(modules + "@copilotkit/aimock/package.json") &&
                           std::filesystem::exists(modules + "typescript/package.json");
    if (!installed && (is_set("FOVEA_REQUIRE_NODE") || is_set("CI")))
        ADD_FAILURE() << "the npm packages of tests/node are not installed: run ./dev test";
    return installed;
}

std::string node_tests_folder() {
    return test_paths::source_dir() + "/tests/node";
}

std::string node_program() {
    if (const char* chosen = std::getenv("FOVEA_NODE"); chosen != nullptr && *chosen != '\0')
        return chosen;
    std::string local = test_paths::source_dir() + "/.tools/bin/node";
    return std::filesystem::exists(local) ? local : "node";
}

}  // namespace fovea::testing
