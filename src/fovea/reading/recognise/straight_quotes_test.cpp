#include "fovea/reading/recognise/straight_quotes.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(StraightQuotes, ReplacesCurledMarksAndNothingElse) {  // P5
    EXPECT_EQ(with_straight_quotes("“currency” ‘a’ ‚b‛ „c‟"), "\"currency\" 'a' 'b' \"c\"");
    EXPECT_EQ(with_straight_quotes("plain \"text\" – naïve…"), "plain \"text\" – naïve…");
    EXPECT_EQ(with_straight_quotes("\xE2\x80"), "\xE2\x80");
    EXPECT_EQ(with_straight_quotes(""), "");
}

}  // namespace
}  // namespace fovea::reading
