#include "fovea/host/other_variables.hpp"

#include "fovea/config/variables.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::host {
namespace {

TEST(OtherVariables, OfTheProxyOfHooksAndOfTestsAreNotMisspelt) {  // O1
    const std::vector<std::string> names = {
        "FOVEA_CONSENT",
        "FOVEA_LOG",
        "FOVEA_PLUGIN_ROOT",
        "FOVEA_PROJECT_DIR",
        "FOVEA_PROXY_MAX_BATCH",
        "FOVEA_REQUIRE_NODE",
        "FOVEA_SESSION_ID",
        "FOVEA_TEST_ALLOW_LOOPBACK"};

    EXPECT_TRUE(config::check_variables(names, other_variables(), {}).ok());
    const auto misspelt = config::check_variables({"FOVEA_PROXY_MAXBATCH"}, other_variables(), {});
    ASSERT_FALSE(misspelt.ok());
    EXPECT_NE(misspelt.error().message.find("FOVEA_PROXY_MAX_BATCH"), std::string::npos);
}

// Two tables that both know a variable would let one of them be forgotten.
TEST(OtherVariables, AreNoSettings) {  // O1
    const auto settings = config::known_variables({});
    for (const auto& name : other_variables())
        EXPECT_EQ(std::ranges::count(settings, name), 0) << name;
}

}  // namespace
}  // namespace fovea::host
