#include "fovea/reading/answer/letters.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::reading {
namespace {

std::string folded(std::string_view text) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) result += folded_letter(next_character(text, at));
    return result;
}

TEST(Letters, LoseCaseAndAccents) {
    EXPECT_EQ(folded("Größe"), "grosse");
    EXPECT_EQ(folded("ÉLÈVE"), "eleve");
    EXPECT_EQ(folded("Łódź 9"), "lodz9");
}

TEST(Letters, OfBytesThatAreNoUtf8AreNone) {
    for (const std::string text : {"\xFF", "\xC3", "\xE2\x82", "\xC0\x80", "\x80"}) {
        std::size_t at = 0;
        EXPECT_EQ(next_character(text, at), U'\0');
        EXPECT_EQ(at, 1u);
    }
}

TEST(Letters, OfScriptsWithoutSpacesStandAlone) {
    EXPECT_TRUE(stands_alone(U'错'));
    EXPECT_TRUE(stands_alone(U'あ'));
    EXPECT_FALSE(stands_alone(U'д'));
    EXPECT_TRUE(is_letter(U'д'));
    EXPECT_FALSE(is_letter(U'→'));
    EXPECT_FALSE(is_letter(U'•'));
}

}  // namespace
}  // namespace fovea::reading
