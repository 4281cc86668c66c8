#include "fovea/tui/app/outflow.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

StyledText text(std::initializer_list<const char*> lines) {
    StyledText made;
    for (const auto* line : lines) made.emplace_back(line);
    return made;
}

TEST(Outflow, KeepsTheOrderWhileAPictureIsMade) {  // CAL-IMG-27
    Outflow outflow;
    outflow.add(text({"said"}));
    const auto first = outflow.reserve();
    const auto second = outflow.reserve();
    outflow.add(text({"answer"}));

    EXPECT_EQ(outflow.take(), text({"said"}));
    EXPECT_EQ(outflow.held(), text({"answer"}));
    outflow.fill(second, text({"picture 2"}));
    EXPECT_EQ(outflow.take(), StyledText());
    outflow.fill(first, text({"picture 1", "caption"}));
    EXPECT_EQ(outflow.take(), text({"picture 1", "caption", "picture 2", "answer"}));
    EXPECT_EQ(outflow.held(), StyledText());
}

TEST(Outflow, PassesOverPlacesThatAreNoMore) {  // CAL-IMG-27
    Outflow outflow;
    const auto place = outflow.reserve();
    outflow.add(text({"end"}));

    EXPECT_EQ(outflow.take_all(), text({"end"}));
    outflow.fill(place, text({"too late"}));
    outflow.fill(0, text({"nowhere"}));
    EXPECT_EQ(outflow.take_all(), StyledText());
}

}  // namespace
}  // namespace fovea::tui
