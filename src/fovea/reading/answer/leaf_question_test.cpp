#include "fovea/reading/answer/leaf_question.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

const std::vector<std::string_view> kPages = {"Page 1", "Page 2", "Page 3", "a.pdf, Page 4"};

TEST(LeafQuestion, AboutTheWholeAsksForItsText) {  // P5
    for (const auto* text : {
             "What is this document about?",
             "What happens in the video?",
             "what's going on in this clip",
             "What is the main topic?",
             "Explain this PDF.",
             "Worum geht es in diesem Dokument?",
             "",
         }) {
        EXPECT_TRUE(read_leaf_question(text, kPages).wants_text) << text;
    }
}

TEST(LeafQuestion, WithAWordToLookForIsNoQuestionAboutTheWhole) {  // P5
    for (const auto* text : {
             "Which page mentions the seal kit?",
             "When does the build fail in the video?",
             "What is the total?",
         }) {
        EXPECT_FALSE(read_leaf_question(text, kPages).wants_text) << text;
    }
}

TEST(LeafQuestion, NamesThePagesThatItMeans) {  // P5
    const auto one = read_leaf_question("What is the total on page 3?", kPages);
    const auto two = read_leaf_question("Read pages 2 and 4.", kPages);
    const auto none = read_leaf_question("What is on page 9?", kPages);

    EXPECT_EQ(one.meant, (std::vector<std::size_t>{2}));
    EXPECT_EQ(one.question.terms, (std::vector<std::string>{"total"}));
    EXPECT_EQ(two.meant, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(none.meant.size(), 4u);
    for (const auto* text :
         {"Read pages 2-4.", "pages 2 to 4", "Seiten 2 bis 4", "pages 2\u20134"}) {
        const auto range = read_leaf_question(text, kPages);
        EXPECT_EQ(range.meant, (std::vector<std::size_t>{1, 2, 3})) << text;
    }
    EXPECT_EQ(read_leaf_question("pages 4-2", kPages).meant, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(read_leaf_question("page 1-99999999999", kPages).meant.size(), 1u);
}

TEST(LeafQuestion, AboutOnePageAloneAsksForItsText) {  // P5
    const auto asked = read_leaf_question("What stands on page 2?", kPages);

    EXPECT_EQ(asked.meant, (std::vector<std::size_t>{1}));
    EXPECT_TRUE(asked.wants_text);
}

}  // namespace
}  // namespace fovea::reading
