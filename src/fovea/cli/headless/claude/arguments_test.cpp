#include "fovea/cli/headless/claude/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::cli::claude {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::optional<Takes> known(const std::string& option) {
    for (const auto* const name :
         {"--output-format",
          "--input-format",
          "--max-turns",
          "--system-prompt",
          "--append-system-prompt",
          "--tools",
          "--allowedTools",
          "--permission-mode"}) {
        if (option == name) return Takes::Value;
    }
    if (option == "--verbose" || option == "-p") return Takes::Nothing;
    return {};
}

TEST(ClaudeArguments, TurnTheFormatsOfTheLauncherIntoClaudeCodes) {  // H8
    const std::vector<std::string> words{
        "--output-format", "stream-json", "--verbose", "--input-format=stream-json"};

    const auto launched = rewrite("/usr/bin/fovea-claude", words, known);
    const auto plain = rewrite("fovea", words, known);
    const auto json = rewrite("fovea-claude", {"--output-format=json"}, known);

    EXPECT_THAT(
        launched.words,
        ElementsAre(
            "--output-format=claude-stream-json", "--verbose", "--input-format=claude-stream-json"
        )
    );
    EXPECT_THAT(json.words, ElementsAre("--output-format=claude-json"));
    EXPECT_THAT(
        plain.words,
        ElementsAre("--output-format=stream-json", "--verbose", "--input-format=stream-json")
    );
}

TEST(ClaudeArguments, LeaveOutWhatHasNoMeaningHereWithItsValue) {  // H8
    const auto rewritten = rewrite(
        "fovea-claude",
        {"--effort=high",
         "--mcp-config",
         "{\"mcpServers\":{}}",
         "--setting-sources",
         "",
         "--strict-mcp-config",
         "-p",
         "what is this?",
         "--max-turns",
         "2"},
        known
    );

    EXPECT_THAT(rewritten.words, ElementsAre("-p", "what is this?", "--max-turns=2"));
    EXPECT_THAT(
        rewritten.ignored,
        ElementsAre("--effort", "--mcp-config", "--setting-sources", "--strict-mcp-config")
    );
}

TEST(ClaudeArguments, TakeValuesThatLookLikeOptions) {  // H8
    const auto rewritten =
        rewrite("fovea-claude", {"--append-system-prompt", "- be brief", "--verbose"}, known);

    EXPECT_THAT(rewritten.words, ElementsAre("--append-system-prompt=- be brief", "--verbose"));
    EXPECT_THAT(rewritten.ignored, IsEmpty());
}

TEST(ClaudeArguments, KnowToolsByTheNamesOfClaudeCode) {  // H8
    const auto rewritten = rewrite(
        "fovea-claude",
        {"--allowedTools", "Read(src/**),Bash(git log, x) Grep", "--tools=default"},
        known
    );
    const auto none = rewrite("fovea-claude", {"--tools", "", "--system-prompt", ""}, known);

    EXPECT_THAT(
        rewritten.words,
        ElementsAre("--allowedTools=filesystem_read(src/**),Bash(git log, x),filesystem_grep")
    );
    EXPECT_FALSE(rewritten.no_tools);
    EXPECT_THAT(none.words, IsEmpty());
    EXPECT_TRUE(none.no_tools);
}

TEST(ClaudeArguments, TellTheVersionThatSdksLookFor) {  // H8
    EXPECT_TRUE(rewrite("fovea-claude", {"-v"}, known).wants_version);
    EXPECT_FALSE(rewrite("fovea", {"-v"}, known).wants_version);
    EXPECT_EQ(version_line("0.1.0"), "2.1.0 (Fovea 0.1.0)");
}

TEST(ClaudeArguments, AreMeantByTheLauncherOrTheFormat) {  // H8
    EXPECT_TRUE(is_meant("/opt/fovea-claude", {}));
    EXPECT_TRUE(is_meant("fovea", {"--output-format=claude-stream-json"}));
    EXPECT_TRUE(is_meant("fovea", {"--output-format", "claude-stream-json"}));
    EXPECT_TRUE(is_meant("fovea", {"--output-format", "claude-json"}));
    EXPECT_FALSE(is_meant("fovea", {"--output-format", "stream-json"}));
    EXPECT_FALSE(is_meant("fovea", {"-p", "claude-stream-json"}));
}

}  // namespace
}  // namespace fovea::cli::claude
