#include "fovea/people/delivery_text.hpp"

#include <gtest/gtest.h>

namespace fovea::people {
namespace {

TEST(ReplyText, HasTheWordsAndTheCallsBehindThem) {  // P1
    const std::vector<content::ContentBlock> content = {
        content::TextBlock{"I look."},
        content::ToolUseBlock{"c1", "look", R"({"x":1})"},
        content::ToolUseBlock{"c2", "crop", "{}"}};

    EXPECT_EQ(calls_text(content), "[calls look with {\"x\":1}]\n[calls crop with {}]");
    EXPECT_EQ(reply_text(content), "I look.\n" + calls_text(content));
    EXPECT_EQ(reply_text({content::TextBlock{"Done."}}), "Done.");
    EXPECT_EQ(calls_text({content::TextBlock{"Done."}}), "");
}

}  // namespace
}  // namespace fovea::people
