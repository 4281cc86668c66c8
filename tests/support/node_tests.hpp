// The npm packages of tests/node, and the Node that runs them. ./dev test installs both.
#pragma once

#include <string>

namespace fovea::testing {

// False when the packages are not installed, so that a test can be left out where the npm registry
// cannot be reached. Where the environment has FOVEA_REQUIRE_NODE=1 or CI=1, a test failure as well.
bool node_tests_installed();

std::string node_tests_folder();

// $FOVEA_NODE, else the one ./dev installed, else node on the PATH.
std::string node_program();

}  // namespace fovea::testing
