#include "fovea/base/unseen.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(Unseen, IsWhatLeavesNothingOnTheScreen) {  // Q5
    for (const char32_t code :
         {U'\0',
          U'\x1B',
          U'\x7F',
          U'\u0085',
          U'\u009B',
          U'\u00AD',
          U'\u200B',
          U'\u200E',
          U'\u2028',
          U'\u202E',
          U'\u2063',
          U'\u2066',
          U'\u3164',
          U'\uFEFF',
          U'\U000E0001',
          U'\U000E0041',
          U'\U000E01EF'}) {
        EXPECT_TRUE(is_unseen(code)) << static_cast<unsigned>(code);
    }
    for (const char32_t code :
         {U'a',
          U' ',
          U'\u00A0',
          U'\u00E9',
          U'\u0301',
          U'\u200D',
          U'\u202F',
          U'\u05D0',
          U'\uFE0F',
          U'\uFFFD',
          U'\U0001F600'}) {
        EXPECT_FALSE(is_unseen(code)) << static_cast<unsigned>(code);
    }
}

TEST(Unseen, IsTakenOutAndLinesStay) {
    EXPECT_EQ(without_unseen("a\xE2\x80\xAE\tb\n\xF3\xA0\x81\x81\x1B[31mc"), "a\tb\n[31mc");
    EXPECT_EQ(
        without_unseen("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"),
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"
    );
    EXPECT_EQ(without_unseen(""), "");
}

}  // namespace
}  // namespace fovea
