#include "fovea/base/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

const std::string kBad(kReplacementCharacter);

TEST(Utf8, ValidTextStaysAsItIs) {
    for (const std::string text :
         {"",
          "plain",
          "päivä 日本 🙂",
          "more than eight letters and then ü",
          "\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF"
          "\xBF"}) {
        EXPECT_EQ(to_utf8(text), text);
    }
}

TEST(Utf8, EachByteThatIsNoPartOfACharacterIsReplaced) {
    EXPECT_EQ(to_utf8("a\x80z"), "a" + kBad + "z");
    EXPECT_EQ(to_utf8("\xFF\xFE"), kBad + kBad);
    EXPECT_EQ(
        to_utf8("eight letters\x80"
                "eight letters"),
        "eight letters" + kBad + "eight letters"
    );
    EXPECT_EQ(to_utf8("\xE2\x82"), kBad + kBad);            // cut off at the end
    EXPECT_EQ(to_utf8("\xE2\x82z"), kBad + kBad + "z");     // and in the middle
    EXPECT_EQ(to_utf8("\xC3\xC3\xA4"), kBad + "\xC3\xA4");  // a good one behind a bad one
}

TEST(Utf8, ForbiddenFormsAreNoCharacters) {
    EXPECT_EQ(to_utf8("\xC0\xAF"), kBad + kBad);                        // overlong, 2 bytes
    EXPECT_EQ(to_utf8("\xE0\x9F\xBF"), kBad + kBad + kBad);             // 3 bytes
    EXPECT_EQ(to_utf8("\xF0\x8F\xBF\xBF"), kBad + kBad + kBad + kBad);  // 4 bytes
    EXPECT_EQ(to_utf8("\xED\xA0\x80"), kBad + kBad + kBad);             // half a surrogate pair
    EXPECT_EQ(to_utf8("\xF4\x90\x80\x80"), kBad + kBad + kBad + kBad);  // above U+10FFFF
    EXPECT_EQ(to_utf8("\xF5\x80\x80\x80"), kBad + kBad + kBad + kBad);
}

TEST(Utf8, NulIsACharacter) {
    const std::string text("a\0b", 3);

    EXPECT_EQ(to_utf8(text), text);
    EXPECT_EQ(first_character(text.substr(1)), (Character{0, 1}));
}

TEST(Utf8, ReadsTheFirstCharacter) {
    EXPECT_EQ(first_character("z…"), (Character{U'z', 1}));
    EXPECT_EQ(first_character("äz"), (Character{U'ä', 2}));
    EXPECT_EQ(first_character("日z"), (Character{U'日', 3}));
    EXPECT_EQ(first_character("🙂z"), (Character{U'🙂', 4}));
    EXPECT_EQ(first_character("\xF4\x8F\xBF\xBF"), (Character{0x10FFFF, 4}));
}

TEST(Utf8, AStrayByteCountsAsOneReplacementCharacter) {
    EXPECT_EQ(first_character("\x80z"), (Character{U'\uFFFD', 1}));
    EXPECT_EQ(first_character("\xE2\x82"), (Character{U'\uFFFD', 1}));
    EXPECT_EQ(first_character("\xEF\xBF\xBD"), (Character{U'\uFFFD', 3}));
}

TEST(Utf8, NothingAndStrayBytesHaveNoLength) {
    EXPECT_EQ(first_character(""), Character{});
    EXPECT_EQ(utf8_character_length(""), 0U);
    EXPECT_EQ(utf8_character_length("\xED\xA0\x80"), 0U);
}

// Against the definition: every code point, encoded by the book.
TEST(Utf8, EveryCodePointOfUnicodeIsReadBack) {
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (code >= 0xD800 && code <= 0xDFFF) continue;
        std::string text;
        const auto tail = [&](unsigned shift) {
            text += static_cast<char>(0x80U | (code >> shift & 0x3FU));
        };
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else if (code < 0x800) {
            text += static_cast<char>(0xC0U | code >> 6);
            tail(0);
        } else if (code < 0x10000) {
            text += static_cast<char>(0xE0U | code >> 12);
            tail(6);
            tail(0);
        } else {
            text += static_cast<char>(0xF0U | code >> 18);
            tail(12);
            tail(6);
            tail(0);
        }
        const Character expected{code, text.size()};
        ASSERT_EQ(first_character(text), expected);
        ASSERT_EQ(to_utf8(text), text);
    }
}

}  // namespace
}  // namespace fovea
