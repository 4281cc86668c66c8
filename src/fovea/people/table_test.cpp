#include "fovea/people/table.hpp"

#include <gtest/gtest.h>

namespace fovea::people {
namespace {

TEST(Table, AlignsAndCutsTheLastColumn) {
    Table table({{"ID"}, {"N", Align::Right}, {"TITLE"}});
    table.add({"abcd", "12", "a title that is too long for the room that is left"});
    table.add({"e", "3", "日本語日本語日本語"});

    EXPECT_EQ(
        table.text(24),
        "ID     N  TITLE\n"
        "abcd  12  a title that …\n"
        "e      3  日本語日本語…"
    );
}

TEST(Table, NeutralisesControlCharacters) {
    Table table({{"NAME"}});
    table.add({"a\x1b[31m\nb"});

    EXPECT_EQ(table.text(), "NAME\na\\x1b[31m\\x0ab");
}

TEST(Table, CountsColumnsAndNotBytes) {
    EXPECT_EQ(columns_of("käse"), 4u);
    EXPECT_EQ(columns_of("日本"), 4u);
    EXPECT_EQ(columns_of("e\xCC\x81"), 1u);
    EXPECT_EQ(clipped("日本語", 5), "日本…");
    EXPECT_EQ(clipped("abc", 3), "abc");
    EXPECT_EQ(clipped("abcd", 3), "ab…");
    EXPECT_EQ(clipped("abcd", 0), "");
}

}  // namespace
}  // namespace fovea::people
