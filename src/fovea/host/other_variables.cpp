#include "fovea/host/other_variables.hpp"

#include <iterator>

namespace fovea::host {
namespace {

constexpr const char* kOthers[] = {
    "FOVEA_CONSENT",              // providers that pictures may go to
    "FOVEA_LOG",                  // how much is logged
    "FOVEA_GRAPHICS",             // pictures in terminals
    "FOVEA_TEST_ALLOW_LOOPBACK",  // the gate for URLs, in tests

    // Set for hooks and servers, which may start us again.
    "FOVEA_PLUGIN_ROOT",
    "FOVEA_PROJECT_DIR",
    "FOVEA_SESSION_ID",

    // Of ./dev, the tests and the benchmarks, which start us with their own environment.
    "FOVEA_CI_MINUTES",
    "FOVEA_CORPUS",
    "FOVEA_HOSTILE_BODIES",
    "FOVEA_KEEP_SHOTS",
    "FOVEA_KILLS",
    "FOVEA_NODE",
    "FOVEA_PRESET",
    "FOVEA_REQUIRE_NODE",
    "FOVEA_TEST_KEY",
};

}  // namespace

std::vector<std::string> other_variables() {
    return {std::begin(kOthers), std::end(kOthers)};
}

}  // namespace fovea::host
