#include "fovea/base/shorten.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(Shorten, NeverCutsACharacter) {
    EXPECT_EQ(shorten("abc", 3), "abc");
    EXPECT_EQ(shorten("abcd", 3), "abc…");
    EXPECT_EQ(shorten("aäö", 2), "a…");
    EXPECT_EQ(shorten("aäö", 3, "[cut]"), "aä[cut]");
    EXPECT_EQ(beginning("ä", 1), "");
    EXPECT_EQ(beginning("", 0), "");
}

TEST(Shorten, StrayBytesAreReplacedAndCutAnywhere) {
    EXPECT_EQ(beginning(std::string(100, '\x80'), 50).size(), 47u);
    EXPECT_EQ(shorten("a\xff", 5), "a\xEF\xBF\xBD");
}

TEST(ShortenCharacters, CountsWholeCharacters) {
    EXPECT_EQ(shorten_characters("größer", 6), "größer");
    EXPECT_EQ(shorten_characters("größer", 3), "grö…");
    EXPECT_EQ(shorten_characters("", 3), "");
    EXPECT_EQ(shorten_characters("größer", 0), "…");
    EXPECT_EQ(count_characters("größer"), 6u);
}

}  // namespace
}  // namespace fovea
