#include "fovea/tools/analyze_image.hpp"

#include "fovea/tools/test_tools.hpp"

#include <gmock/gmock.h>

namespace fovea::tools {
namespace {

using ::testing::SizeIs;
using ::testing::StartsWith;

class AnalyzeImageTool : public ToolTest {
protected:
    void SetUp() override {
        ToolTest::SetUp();
        write("shot.png", test_file("png/rgb-8.png"));
    }
    AnalyzeImage tool() {
        return AnalyzeImage(
            workspace(),
            intake(),
            {.find_stored = [](const std::string& name) -> Result<content::ImageBlock> {
                 if (name == "sha256:12345678") return rgb("known.png");
                 return Error{ErrorCode::FileNotFound, "the session has no image " + name};
             },
             .look =
                 [this](const proxy::DescribeRequest& request, const std::stop_token&) {
                     asked_.push_back(request);
                     return Result<proxy::Description>(proxy::Description{
                         .fence = "<a fence>",
                         .usage = {.input_tokens = 7, .output_tokens = 2, .cost_usd = 0.5},
                         .from_cache = cached_});
                 },
             .check_model = [](const std::string& model, const std::stop_token&) -> Result<void> {
                 if (model == "eyes/good") return {};
                 return Error{ErrorCode::ConsentRequired, "not agreed to"};
             }},
            {.model = "eyes/good"}
        );
    }
    ToolOutcome analyze(const std::string& input) {
        auto made = tool();
        return run(made, input);
    }

    std::vector<proxy::DescribeRequest> asked_;
    bool cached_ = false;
};

TEST_F(AnalyzeImageTool, LooksAtFilesAndAtPicturesOfTheSession) {  // V2, PVP-1.2
    const auto outcome =
        analyze(R"({"images": ["shot.png", "sha256:12345678"], "question": "Which code?"})");

    EXPECT_EQ(text_of(outcome), "<a fence>");
    EXPECT_FALSE(outcome.is_error);
    ASSERT_THAT(asked_, SizeIs(1));
    EXPECT_EQ(
        asked_[0].images, (std::vector<content::ImageBlock>{rgb("shot.png"), rgb("known.png")})
    );
    EXPECT_EQ(asked_[0].question, "Which code?");
    EXPECT_THAT(outcome.entries, SizeIs(1));
}

TEST_F(AnalyzeImageTool, WhatItCostCountsUnlessTheAnswerWasKnown) {  // ETH-10
    const auto* question = R"({"images": ["shot.png"], "question": "?"})";
    const auto asked = analyze(question);
    cached_ = true;
    const auto known = analyze(question);

    EXPECT_EQ(
        asked.usage, (providers::Usage{.input_tokens = 7, .output_tokens = 2, .cost_usd = 0.5})
    );
    EXPECT_EQ(asked.usage_model, "eyes/good");
    EXPECT_EQ(known.usage, providers::Usage());
    EXPECT_EQ(known.usage_model, "");
}

TEST_F(AnalyzeImageTool, FilesOutsideAndPicturesOfOtherSessionsAreNotThere) {  // V11
    for (const auto* name : {"../root/shot.png", "/etc/passwd", "none.png", "sha256:87654321"}) {
        const auto outcome =
            analyze(std::string(R"({"images": [")") + name + R"("], "question": "?"})");

        EXPECT_THAT(text_of(outcome), StartsWith("FILE_NOT_FOUND: ")) << name;
        EXPECT_THAT(outcome.entries, SizeIs(1)) << "what failed is told too";
    }
    EXPECT_THAT(asked_, SizeIs(0));
}

TEST_F(AnalyzeImageTool, NobodyIsAskedWhoWasNotAgreedTo) {  // V7
    const auto outcome =
        analyze(R"({"images": ["shot.png"], "question": "?", "model": "eyes/other"})");

    EXPECT_EQ(outcome.error->code, ErrorCode::ConsentRequired);
    EXPECT_THAT(asked_, SizeIs(0));
}

TEST_F(AnalyzeImageTool, IsAllowedWithoutARule) {  // A2, V2
    EXPECT_EQ(tool().effect(), Effect::ReadsWorkspace);
    EXPECT_EQ(tool().spec(), proxy::analyze_tool({.max_images = 10}));
    EXPECT_THAT(text_of(analyze("{}")), StartsWith("INVALID_INPUT: "));
}

}  // namespace
}  // namespace fovea::tools
