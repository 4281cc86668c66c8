#include "fovea/reading/plain_text.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(PlainText, LeavesOrdinaryTextAlone) {
    EXPECT_EQ(plain_text("https://example.org/?q=ü€𝄞"), "https://example.org/?q=ü€𝄞");
    EXPECT_EQ(plain_text(""), "");
}

TEST(PlainText, PutsLinesAndFieldsInOneLine) {
    EXPECT_EQ(
        plain_text("BEGIN:VCARD\r\nN:Marsh\r\nEND:VCARD\r\n"), "BEGIN:VCARD N:Marsh END:VCARD"
    );
    EXPECT_EQ(
        plain_text("0109506000134352\x1D"
                   "17141120"),
        "0109506000134352 17141120"
    );
}

TEST(PlainText, TakesTheTeethOutOfControlCharacters) {
    EXPECT_EQ(plain_text("a\x1B[2Jb"), "a\uFFFD[2Jb");
    EXPECT_EQ(plain_text(std::string_view("a\0b", 3)), "a\uFFFDb");
    EXPECT_EQ(plain_text("\x7F"), "\uFFFD");
    EXPECT_EQ(
        plain_text("\xC2\x9B"
                   "31m"),
        "\uFFFD31m"
    );  // a control character of two bytes
    EXPECT_EQ(plain_text("exe\xE2\x80\xAEgpj"), "exe\uFFFDgpj");  // written from right to left
}

TEST(PlainText, ReplacesWhatIsNoUtf8) {
    EXPECT_EQ(plain_text("\xFF"), "\uFFFD");
    EXPECT_EQ(plain_text("a\xC3"), "a\uFFFD");                              // cut
    EXPECT_EQ(plain_text("\xC0\xAF"), "\uFFFD\uFFFD");                      // overlong
    EXPECT_EQ(plain_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // half of a pair
    EXPECT_EQ(plain_text("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond the last
}

TEST(PlainText, KnowsSignsThatAreNoWords) {
    for (const auto* const signs : {"●", "■", "→", "⚙", "○●", "⭐"})
        EXPECT_TRUE(is_shapes(signs)) << signs;
    for (const auto* const words : {"", "a", "●a", "é", "…", "–", "€", "№", "А"}) {
        EXPECT_FALSE(is_shapes(words)) << words;
    }
}

}  // namespace
}  // namespace fovea::reading
