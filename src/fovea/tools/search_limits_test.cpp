#include "fovea/tools/search_limits.hpp"

#include <gtest/gtest.h>

#include <re2/re2.h>

namespace fovea::tools {
namespace {

std::size_t searched_by(const std::string& pattern) {
    const auto expression = compile_pattern(pattern, {});
    return expression.ok() ? searched_bytes(*expression.value()) : 0;
}

TEST(SearchLimits, APatternThatIsTooLargeIsRefused) {  // T1
    EXPECT_EQ(searched_by("("), 0u);
    EXPECT_EQ(searched_by("(\\p{L}{1,100}\\s){5}"), 0u);  // too large for RE2 itself
    EXPECT_EQ(searched_by("\\p{L}{1,50}x"), 0u);
    EXPECT_NE(searched_by(".{0,200}password.{0,200}"), 0u);
}

TEST(SearchLimits, TheLargerThePatternTheLessOfALineIsSearched) {      // T1
    EXPECT_GE(searched_by("[\\w.+-]+@[\\w-]+\\.[\\w.-]+"), 1u << 20);  // all that a line may have
    // 4,000 steps a byte: a line of a mebibyte would take a minute.
    EXPECT_LT(searched_by("((a?){500}){2}b"), 30'000u);
    EXPECT_GT(searched_by("((a?){500}){2}b"), 10'000u);
}

}  // namespace
}  // namespace fovea::tools
