#include "support/spawn_environment.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

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

// Runs itself in a shell's environment.
TEST(SpawnEnvironment, LeavesOutWhatTheShellOfWhoeverTestsSetsForFovea) {
    if (std::getenv("FOVEA_TEST_INNER") != nullptr) {
        ::setenv("FOVEA_MODEL", "what/a-test-sets", 1);
        std::fputs(run_program({"/usr/bin/env"}).out.c_str(), stdout);
        return;
    }

    const auto inner = run_program(
        {"/usr/bin/env",
         "--unset=GTEST_TOTAL_SHARDS",
         "--unset=GTEST_SHARD_INDEX",
         "FOVEA_TEST_INNER=1",
         "FOVEA_NOBODYS=1",
         "FOVEA_MODEL=what/the-shell-sets",
         std::filesystem::read_symlink("/proc/self/exe").string(),
         "--gtest_filter=SpawnEnvironment.LeavesOutWhatTheShellOfWhoeverTestsSetsForFovea"}
    );

    EXPECT_EQ(inner.out.find("FOVEA_NOBODYS"), std::string::npos);
    EXPECT_NE(inner.out.find("FOVEA_MODEL=what/a-test-sets"), std::string::npos);
    EXPECT_NE(inner.out.find("FOVEA_TEST_INNER=1"), std::string::npos);
}

}  // namespace
}  // namespace fovea::testing
