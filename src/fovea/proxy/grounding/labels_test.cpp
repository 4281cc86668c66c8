#include "fovea/proxy/grounding/labels.hpp"

#include <gtest/gtest.h>

namespace fovea::proxy::grounding {
namespace {

TEST(GroundingLabel, IsTheNameInTheWordsBefore) {
    EXPECT_EQ(words_before("- **Save button** at "), "Save button");
    EXPECT_EQ(words_before("1. The dog: "), "The dog");
    EXPECT_EQ(words_before("It rains. A red car is located at "), "A red car");
    EXPECT_EQ(words_before("| Log in | "), "Log in");
    EXPECT_EQ(words_before("Menu (3) "), "Menu (3)");
    EXPECT_EQ(words_before(", and a cat ("), "and a cat");
    EXPECT_EQ(words_before("<b>Save</b><box>["), "Save");
    EXPECT_EQ(words_before("A cat, bbox_2d: "), "A cat");
    EXPECT_EQ(words_before("a\nb "), "b");
    EXPECT_EQ(words_before("```json ["), "");
    EXPECT_EQ(words_before(""), "");
    EXPECT_EQ(words_before(" \n["), "");
    EXPECT_EQ(words_before("• Größe — "), "Größe");
}

TEST(GroundingLabel, IsOneShortLineOfUtf8) {
    EXPECT_EQ(tidy_label("  a\n\tb \x01 "), "a b");
    EXPECT_EQ(tidy_label("a\xFF"), "a\xEF\xBF\xBD");
    EXPECT_EQ(tidy_label(std::string(5000, 'a')).size(), kLongestLabel);
    std::string umlauts = "a";
    for (int i = 0; i < 300; ++i) umlauts += "ä";
    EXPECT_EQ(tidy_label(umlauts).size(), kLongestLabel - 1);
    EXPECT_EQ(words_before(umlauts + " ").find('\xEF'), std::string::npos);
}

TEST(GroundingLabel, ReadsThePrefixOfAnImage) {  // PVP-4.2
    EXPECT_EQ(image_prefix("Image-2: a").value().number, 2U);
    EXPECT_EQ(image_prefix("Image-2: a").value().length, 8U);
    EXPECT_EQ(image_prefix("image 12:").value().number, 12U);
    EXPECT_EQ(image_prefix("Image_3**:").value().number, 3U);
    for (const auto* text :
         {"", "Image", "Image-", "Image-2", "Images-2:", "Image-x:", "Image-12345:", "Image- 2:"}) {
        EXPECT_FALSE(image_prefix(text)) << text;
    }
}

TEST(GroundingLabel, UndoesTheEscapesOfJson) {
    EXPECT_EQ(unescape_json(R"(a \"b\" \u00e9)"), "a \"b\" é");
    EXPECT_EQ(unescape_json(R"(a \x)"), R"(a \x)");
    EXPECT_EQ(unescape_json("plain"), "plain");
}

}  // namespace
}  // namespace fovea::proxy::grounding
