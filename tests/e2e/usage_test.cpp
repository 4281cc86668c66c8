// What a person is told who mistyped something, or asks for help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/clean_home.hpp"

namespace fovea::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Usage : public ::testing::Test {
protected:
    void expect_told(const std::vector<std::string>& arguments, const std::string& words) const {
        const auto done = person_.run(arguments);
        EXPECT_EQ(done.exit_code, 64) << words << "\n" << done.err;
        EXPECT_THAT(done.err, HasSubstr(words));
        EXPECT_THAT(done.out, IsEmpty());
    }
    std::string shown(const std::vector<std::string>& arguments) const {
        const auto done = person_.run(arguments);
        EXPECT_EQ(done.exit_code, 0) << done.err;
        EXPECT_THAT(done.err, IsEmpty());
        return done.out;
    }

    CleanHome person_;
};

TEST_F(Usage, AMisspeltCommandOffersTheNearest) {
    expect_told({"descrbe", "a.png"}, "unknown command \"descrbe\"; did you mean describe?");
    expect_told({"sessions", "lst"}, "unknown command \"lst\"; did you mean list?");
    expect_told({"frobnicate"}, "unknown command \"frobnicate\"; available: describe, ");
    expect_told(
        {"vision-proxy", "mdoe", "off"}, "unknown vision-proxy command \"mdoe\"; did you mean mode?"
    );
    expect_told({"tool", "anaylze_image"}, "\"anaylze_image\"; did you mean analyze_image?");
}

TEST_F(Usage, AMisspeltOptionOffersTheNearest) {
    expect_told(
        {"describe", "a.png", "--qestion", "x"},
        "unknown option \"--qestion\"; did you mean --question?"
    );
    expect_told(
        {"describe", "a.png", "--qestion=x"},
        "unknown option \"--qestion\"; did you mean --question?"
    );
    expect_told(
        {"describe", "a.png", "--confg", "x"}, "unknown option \"--confg\"; did you mean --config?"
    );
    expect_told(
        {"-p", "x", "--imgae", "a.png"}, "unknown option \"--imgae\"; did you mean --image?"
    );
    expect_told(
        {"--ouput-format", "json", "-p", "x"},
        "unknown option \"--ouput-format\"; did you mean --output-format?"
    );
    expect_told({"sessions", "--jsno"}, "unknown option \"--jsno\"");
    expect_told(
        {"vision-proxy", "describe", "a.png", "--boxs"}, "--boxs is unknown here; did you mean "
    );
}

TEST_F(Usage, HelpIsWhatHelpBehindTheCommandSays) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{},
          {"describe"},
          {"sessions"},
          {"sessions", "list"},
          {"vision-proxy"},
          {"-p"}}) {
        auto asked = command;
        asked.insert(asked.begin(), "help");
        auto behind = command;
        behind.emplace_back("--help");

        EXPECT_EQ(shown(asked), shown(behind));
    }
    EXPECT_THAT(shown({"help", "describe"}), HasSubstr("fovea describe"));
    expect_told({"help", "descrbe"}, "unknown command \"descrbe\"; did you mean describe?");
    expect_told({"help", "describe", "more"}, "describe has no subcommands");
}

TEST_F(Usage, TheVersionHasAShortOption) {
    EXPECT_THAT(shown({"-V"}), StartsWith("fovea "));
    EXPECT_EQ(shown({"-V"}), shown({"--version"}));
}

TEST_F(Usage, EveryInputThatIsMissingIsNamed) {
    const auto both = AllOf(HasSubstr("one.png"), HasSubstr("two.png"));
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"describe", "one.png", "two.png"},
          {"describe", "--each", "one.png", "two.png"},
          {"ingest", "one.png", "two.png"},
          {"compare", "one.png", "two.png"},
          {"analyze", "one.png", "two.png", "--prompt", "?"},
          {"-p", "?", "--model", "local/ocr", "--image", "one.png", "--image", "two.png"},
          {"-p", "see @one.png and @two.png", "--model", "local/ocr"},
          {"-p", "see @two.png", "--model", "local/ocr", "--image", "one.png"},
          {"send",
           "--session",
           "s",
           "--model",
           "local/ocr",
           "--message",
           "?",
           "--image",
           "one.png",
           "--image",
           "two.png"}}) {
        const auto done = person_.run(arguments);
        EXPECT_NE(done.exit_code, 0);
        EXPECT_THAT(done.err, both) << arguments.front();
    }
}

}  // namespace
}  // namespace fovea::testing
