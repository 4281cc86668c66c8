#include "fovea/agent/path_pattern.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::agent {
namespace {

TEST(PathPattern, AStarEndsAtASlashAndTwoDoNot) {
    EXPECT_TRUE(fits_path_pattern("docs/a.md", "docs/*.md"));
    EXPECT_FALSE(fits_path_pattern("docs/old/a.md", "docs/*.md"));
    EXPECT_TRUE(fits_path_pattern("docs/old/a.md", "docs/**"));
    EXPECT_TRUE(fits_path_pattern("docs", "docs/**"));
    EXPECT_FALSE(fits_path_pattern("docs2/a", "docs/**"));
    EXPECT_FALSE(fits_path_pattern("a/b", "a?b"));
    EXPECT_TRUE(fits_path_pattern("axb", "a?b"));
}

TEST(PathPattern, FoldersInFrontMayBeNone) {
    EXPECT_TRUE(fits_path_pattern("a.md", "**/a.md"));
    EXPECT_TRUE(fits_path_pattern("x/y/a.md", "**/a.md"));
    EXPECT_FALSE(fits_path_pattern("x/ya.md", "**/a.md"));
    EXPECT_TRUE(fits_path_pattern("src/a/b/c.cpp", "src/**/*.cpp"));
    EXPECT_TRUE(fits_path_pattern("src/c.cpp", "src/**/*.cpp"));
}

TEST(PathPattern, ManyStarsEnd) {
    std::string pattern;
    for (int i = 0; i < 100; ++i) pattern += "*a";
    EXPECT_FALSE(fits_path_pattern(std::string(2000, 'a') + "b", pattern));
}

}  // namespace
}  // namespace fovea::agent
