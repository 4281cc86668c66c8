// Tables that a program reads: nothing of them is cut, where no terminal limits them.
#include <gtest/gtest.h>

#include "support/clean_home.hpp"

namespace fovea::testing {
namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(PipedTables, AreNotCut) {
    const CleanHome person;
    const auto folder = "home/" + std::string(120, 'd');
    const auto config = person.write(folder + "/config.toml", "[vision]\nmode = \"always\"\n");

    const auto shown = person.run({"--config", config, "vision-proxy"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_TRUE(has(shown.out, config)) << shown.out;

    const auto model = person.run({"models", "show", "claude-opus-4-7"});
    EXPECT_EQ(model.exit_code, 0) << model.err;
    EXPECT_FALSE(has(model.out, "…")) << model.out;
}

TEST(TokenCommands, SayWhatTheyTakeInFewWords) {  // D4
    const CleanHome person;

    const auto wrong = person.run({"serve", "tokens", "add", "neg", "--usd-per-day", "-3"});
    EXPECT_NE(wrong.exit_code, 0);
    EXPECT_TRUE(has(wrong.err, "--usd-per-day: must be a number, 0 or more, not -3")) << wrong.err;
    for (const auto* const odd : {"inf", "nan", "1e999", "3x", ""}) {
        EXPECT_NE(person.run({"serve", "tokens", "add", "odd", "--usd-per-day", odd}).exit_code, 0)
            << odd;
    }
    EXPECT_NE(
        person.run({"serve", "tokens", "add", "odd", "--requests-per-minute", "1.5"}).exit_code, 0
    );
    EXPECT_EQ(person.run({"serve", "tokens", "add", "ok", "--usd-per-day", "0.5"}).exit_code, 0);

    const auto help = person.run({"serve", "tokens", "add", "--help"});
    EXPECT_TRUE(has(help.out, "--scope gateway --usd-per-day 2")) << help.out;
    EXPECT_FALSE(has(help.out, "Serves a page")) << help.out;
}

}  // namespace
}  // namespace fovea::testing
