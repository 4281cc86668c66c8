#include "fovea/tui/app/call_text.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace fovea::tui {
namespace {

std::string told(std::string input) {
    return call_text({.id = "call_1", .name = "analyze_image", .input = std::move(input)});
}

std::string summary(std::string text) {
    content::ToolResultBlock result;
    result.content.emplace_back(content::TextBlock{std::move(text)});
    return result_summary(result);
}

TEST(CallText, NamesPicturesAndTheirPartsAsPeopleDo) {  // U1
    EXPECT_EQ(
        told(R"({"images": ["shot.png"], "question": "what?", "crop": [{"image_index": 0,
                 "pixels": {"x": 640, "y": 120, "width": 300, "height": 80}}]})"),
        "shot.png  what?  crop 640,120 300×80"
    );
    EXPECT_EQ(told(R"({"images": ["a.png", "b.png"]})"), "a.png, b.png");
    EXPECT_EQ(
        told(R"({"crop": {"normalized": {"x": 0.5, "y": 0, "width": 0.5, "height": 1}}})"),
        "crop 0.5,0 0.5×1"
    );
    EXPECT_EQ(told(R"({"crop": [{"region": "top-left"}]})"), "crop top-left");
}

TEST(CallText, LeavesWhatItDoesNotKnowAsItIs) {  // U1
    EXPECT_EQ(told(R"({"crop": [{"odd": 1}]})"), R"(crop [{"odd":1}])");
    EXPECT_EQ(told(R"({"list": [1, 2], "none": null})"), "list [1,2]");
    EXPECT_EQ(told("not JSON"), "not JSON");
}

TEST(CallText, SumsResultsUpInALine) {  // U1
    EXPECT_EQ(summary("     1\tnotes here\n"), "1 notes here");
    EXPECT_EQ(summary("one\ntwo\n"), "2 lines");
    EXPECT_EQ(summary(""), "");
}

}  // namespace
}  // namespace fovea::tui
