#include "fovea/reading/answer/wording.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(Wording, WritesABoxAsItsFourEdges) {  // P5
    EXPECT_EQ(box_text({10, 20, 30, 40}), "[10, 20, 40, 60]");
    EXPECT_EQ(box_text({0xFFFFFFFF, 0, 2, 1}), "[4294967295, 0, 4294967297, 1]");
}

TEST(Wording, NeverRoundsSomethingToNothing) {
    EXPECT_EQ(percent_text(0.714), "71%");
    EXPECT_EQ(percent_text(0.0004), "under 1%");
    EXPECT_EQ(percent_text(0), "0%");
}

TEST(Wording, TellsACrashApartFromATimeThatWasTooShort) {  // P5
    EXPECT_EQ(missing_text(Missing::Nothing), "");
    EXPECT_NE(missing_text(Missing::ReaderCrashed).find("crashed"), std::string::npos);
    EXPECT_EQ(missing_text(Missing::ReaderCrashed).find("time"), std::string::npos);
    EXPECT_NE(missing_text(Missing::OutOfTime).find("timed out"), std::string::npos);
}

TEST(Wording, PutsTextOnOneLine) {
    EXPECT_EQ(one_line("  a \n b\t\tc "), "a b c");
    EXPECT_EQ(one_line(" \n "), "");
}

TEST(Wording, QuotesTextThatHasQuotationMarks) {
    EXPECT_EQ(in_quotes("say \"no\""), "\"say 'no'\"");
}

TEST(Wording, CountsInTheSingularAndInThePlural) {
    EXPECT_EQ(count_text(1, "line", "lines"), "1 line");
    EXPECT_EQ(count_text(0, "line", "lines"), "0 lines");
}

}  // namespace
}  // namespace fovea::reading
