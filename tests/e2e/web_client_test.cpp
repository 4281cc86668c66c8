// The web client in a real browser, at a real daemon, by Playwright (tests/web).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/aimock.hpp"
#include "support/node_tests.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string web_tests_folder() {
    return node_tests_folder() + "/../web";
}

class WebClient : public ::testing::TestWithParam<const char*> {};

TEST_P(WebClient, DoesInARealBrowserWhatItsCasesSay) {  // DIG-26, D8, N14
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    if (!std::filesystem::exists(web_tests_folder() + "/node_modules/playwright-core")) {
        GTEST_SKIP() << "the npm packages of tests/web are not installed: ./dev test web does it";
    }
    const auto done = run_program(
        {node_program(), web_tests_folder() + "/run.mjs", test_paths::program("fovea"), GetParam()}
    );

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("ok "));
    EXPECT_THAT(done.out, Not(HasSubstr("not ok")));
}

INSTANTIATE_TEST_SUITE_P(
    Cases,
    WebClient,
    ::testing::Values(
        "pictures",
        "documents",
        "talking",
        "permissions",
        "receipts",
        "waiting",
        "states",
        "looking",
        "the_page",
        "attacks"
    ),
    [](const auto& each) { return std::string(each.param); }
);

// The sizes of what is loaded first, no inline code, and that dist is made of these sources.
TEST(WebFiles, KeepTheirPromises) {
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;

    const auto done = run_program({node_program(), web_tests_folder() + "/../../web/check.mjs"});

    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("ok dist is made from these sources"));
}

}  // namespace
}  // namespace fovea::testing
