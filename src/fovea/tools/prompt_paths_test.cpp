#include "fovea/tools/prompt_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::tools {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// All readings of all paths in a prompt.
std::vector<std::string> readings(std::string_view prompt) {
    std::vector<std::string> found;
    for (auto path = next_prompt_path(prompt, 0); path;) {
        for (const auto& reading : path->readings) found.push_back(reading.path);
        path = next_prompt_path(
            prompt, path->readings.empty() ? path->begin + 2 : path->readings[0].end
        );
    }
    return found;
}

TEST(PromptPaths, AWordBehindAnAtIsAPath) {  // A4, CAL-IMG-10
    EXPECT_THAT(readings("what is @shot.png"), ElementsAre("shot.png"));
    EXPECT_THAT(readings("@a/b-c_d.JPG and @x"), ElementsAre("a/b-c_d.JPG", "x"));
    EXPECT_THAT(readings("(@shot.png)"), ElementsAre("shot.png)", "shot.png"));
    EXPECT_THAT(readings("\n@one.png\n@two.png\n"), ElementsAre("one.png", "two.png"));
}

TEST(PromptPaths, QuotesAndBackslashesHoldSpaces) {  // A4
    EXPECT_THAT(readings("@\"my shot.png\", ok"), ElementsAre("my shot.png"));
    EXPECT_THAT(readings("@'it is.png'"), ElementsAre("it is.png"));
    EXPECT_THAT(readings("@my\\ shot.png is"), ElementsAre("my shot.png"));
    EXPECT_THAT(readings("@\"a \\\"b\\\".png\""), ElementsAre("a \"b\".png"));
    EXPECT_THAT(readings("@\"never closed.png"), IsEmpty());
    EXPECT_THAT(readings("@\"\" @"), IsEmpty());
}

TEST(PromptPaths, PunctuationAtTheEndMayNotBelongToIt) {  // A4
    EXPECT_THAT(readings("in @shot.png?"), ElementsAre("shot.png?", "shot.png"));
    EXPECT_THAT(readings("in @shot.png)."), ElementsAre("shot.png).", "shot.png)", "shot.png"));
    EXPECT_THAT(readings("@a.cpp:42"), ElementsAre("a.cpp:42", "a.cpp"));
    EXPECT_THAT(readings("@notes.v2"), ElementsAre("notes.v2")) << "not \"notes\"";
    EXPECT_THAT(readings("@shot.png\u8fd9\u662f\u4ec0\u4e48\uff1f"), Contains("shot.png"));
    EXPECT_THAT(readings("@a.png,@b.png"), Contains("a.png"));
}

TEST(PromptPaths, OtherAtsAreLeftAlone) {  // A4
    EXPECT_THAT(readings("mail a@b.c or x.y@example.com, curl -F f=@x.png"), IsEmpty());
    EXPECT_THAT(readings("@ alone, and at the end @"), IsEmpty());
    EXPECT_THAT(readings("@@shot.png"), IsEmpty());
    EXPECT_THAT(readings("@@ -1,3 +1,4 @@ int main()"), IsEmpty());
    EXPECT_THAT(readings("@@@@"), IsEmpty());
    EXPECT_EQ(next_prompt_path("see @@x", 0), (PromptPath{4, {}}));
    EXPECT_EQ(next_prompt_path("@@ -1 @@", 0), std::nullopt);
}

TEST(PromptPaths, SomeWordsCanOnlyBePaths) {  // A4
    for (const auto* path : {"shot.png", "a/b.PDF", "./notes", "../x", "~/x.txt", "/tmp/a.webp"})
        EXPECT_TRUE(is_clearly_path(path)) << path;
    for (const auto* path :
         {"john", "scope/package", "/components/Button", "2x.png", ".png", "./", "a.txt", ""}) {
        EXPECT_FALSE(is_clearly_path(path)) << path;
    }
}

}  // namespace
}  // namespace fovea::tools
