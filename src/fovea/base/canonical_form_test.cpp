#include "fovea/base/canonical_form.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(CanonicalForm, WritesAccentsApartFromTheirLetters) {
    EXPECT_EQ(canonical_form("caf\u00E9.png"), "cafe\u0301.png");
    EXPECT_EQ(canonical_form("cafe\u0301.png"), "cafe\u0301.png");
    EXPECT_EQ(canonical_form("\u1EC7"), "e\u0323\u0302");  // in two steps
    EXPECT_EQ(canonical_form("\u212B"), "A\u030A");        // the sign of the angstrom
    EXPECT_EQ(canonical_form("\U0001D15E"), "\U0001D157\U0001D165");
}

TEST(CanonicalForm, PutsMarksInOneOrder) {
    EXPECT_EQ(canonical_form("e\u0302\u0323"), canonical_form("e\u0323\u0302"));
    EXPECT_EQ(canonical_form("e\u0302\u0323"), canonical_form("\u1EC7"));
    EXPECT_NE(canonical_form("e\u0301\u0302"), canonical_form("e\u0302\u0301"));  // of one class
}

TEST(CanonicalForm, TakesHangulSyllablesApart) {
    EXPECT_EQ(canonical_form("\uAC00"), "\u1100\u1161");
    EXPECT_EQ(canonical_form("\uAC01"), "\u1100\u1161\u11A8");
    EXPECT_EQ(canonical_form("\uD7A3"), "\u1112\u1175\u11C2");
    EXPECT_EQ(canonical_form("\uD7A4"), "\uD7A4");  // behind the last one
}

TEST(CanonicalForm, LeavesOtherTextAndStrayBytesAsTheyAre) {
    for (const std::string text :
         {"",
          "shot 1.png",
          "\u4E2D\u6587",
          "\uFB01",
          "\U0001F600",
          "a\xE9"
          "b",
          "\xED\xA0\x80"}) {
        EXPECT_EQ(canonical_form(text), text);
    }
}

}  // namespace
}  // namespace fovea
