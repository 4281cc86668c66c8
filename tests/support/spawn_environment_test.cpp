#include "support/spawn_environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/run_program.hpp"

namespace fovea::testing {
namespace {

TEST(SpawnEnvironment, LeavesOutWhereProvidersAre) {
    ::setenv("OPENAI_BASE_URL", "http://127.0.0.1:9", 1);
    ::setenv("ANTHROPIC_API_KEY", "HUSH", 1);
    ::setenv("FOVEA_TEST_KEY", "stays", 1);

    const auto seen = run_program({"/usr/bin/env"}).out;
    const auto shown = run_fovea({"config", "show"}).out;
    for (const char* name : {"OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "FOVEA_TEST_KEY"})
        ::unsetenv(name);

    EXPECT_EQ(seen.find("OPENAI_BASE_URL"), std::string::npos);
    EXPECT_EQ(seen.find("ANTHROPIC_API_KEY"), std::string::npos);
    EXPECT_NE(seen.find("FOVEA_TEST_KEY=stays"), std::string::npos);
    EXPECT_EQ(shown.find("providers.openai"), std::string::npos);
}

}  // namespace
}  // namespace fovea::testing
