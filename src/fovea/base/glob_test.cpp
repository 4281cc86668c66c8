#include "fovea/base/glob.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

TEST(Glob, AStarStandsForAnyCharactersAndForNone) {
    EXPECT_TRUE(fits_pattern("filesystem_read", "filesystem_*"));
    EXPECT_TRUE(fits_pattern("filesystem_", "filesystem_*"));
    EXPECT_TRUE(fits_pattern("mcp__files__read", "mcp__*__read"));
    EXPECT_TRUE(fits_pattern("", "*"));
    EXPECT_FALSE(fits_pattern("file", "filesystem_*"));
    EXPECT_FALSE(fits_pattern("mcp__files__write", "mcp__*__read"));
}

TEST(Glob, AQuestionMarkStandsForOneCharacter) {
    EXPECT_TRUE(fits_pattern("a1", "a?"));
    EXPECT_FALSE(fits_pattern("a", "a?"));
    EXPECT_FALSE(fits_pattern("a12", "a?"));
}

TEST(Glob, WithoutThemItIsTheTextItself) {
    EXPECT_TRUE(fits_pattern("[a]", "[a]"));
    EXPECT_FALSE(fits_pattern("a", "[a]"));
    EXPECT_TRUE(fits_pattern("", ""));
    EXPECT_FALSE(fits_pattern("a", ""));
}

TEST(Glob, AHostilePatternEnds) {
    const std::string text(5000, 'a');
    std::string pattern;
    for (int i = 0; i < 200; ++i) pattern += "a*";
    EXPECT_FALSE(fits_pattern(text, pattern + "b"));
}

}  // namespace
}  // namespace fovea
