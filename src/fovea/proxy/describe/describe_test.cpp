#include "fovea/proxy/describe/describe.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace fovea::proxy {
namespace {

// Answers with the question and counts how often it was asked.
class Parrot : public providers::Provider {
public:
    std::string revision() const override { return revision_; }
    std::string grounding_format() const override { return "qwen_pixels"; }
    Result<providers::Reply>
    complete(const providers::Request& request, providers::BlobSource& blobs, const std::stop_token&)
        override {
        ++calls;
        seen = request;
        providers::Reply reply;
        const auto text = content::text_of(request.messages.front().content);
        reply.content.emplace_back(content::TextBlock{"You asked: " + text});
        reply.boxes = {{"a box", {1, 2, 3, 4}, 0}};
        reply.words = {{"word", {5, 6, 7, 8}, 0.5, 0}};
        reply.usage = {.input_tokens = 3, .output_tokens = 4, .cost_usd = 0.25};
        reply.complete = complete_;
        if (!blobs.read({}).ok()) return Error{ErrorCode::StoreError, "no bytes"};
        return reply;
    }

    int calls = 0;
    providers::Request seen;
    std::string revision_ = "1";
    bool complete_ = true;
};

class NoBytes : public providers::BlobSource {
public:
    Result<std::uint64_t> size(const content::BlobRef&) override { return std::uint64_t{0}; }
    Result<Bytes> read(const content::BlobRef&) override { return Bytes{}; }
};

class Describe : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-describe-" + std::to_string(::getpid()) + "-" + test->name());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    static content::ImageBlock image(std::string_view bytes) {
        return {
            .source = content::BlobRef{sha256(as_bytes(bytes))},
            .mime = "image/png",
            .size = {800, 600},
            .filename = "shot.png"};
    }
    Result<Description> run(const DescribeRequest& request) {
        NoBytes blobs;
        return describe(request, parrot_, blobs, store::ResultCache({.folder = folder_}), {});
    }

    std::filesystem::path folder_;
    Parrot parrot_;
};

TEST_F(Describe, SameQuestionAboutTheSamePictureIsAskedOnce) {  // V6
    const DescribeRequest request{{image("a")}, "what?", "local/ocr"};

    const auto first = run(request);
    auto second = run(request);

    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_EQ(parrot_.calls, 1);
    EXPECT_FALSE(first.value().from_cache);
    EXPECT_TRUE(second.value().from_cache);
    second.value().from_cache = false;
    EXPECT_EQ(first.value(), second.value());
}

TEST_F(Describe, AsksAgainAndKeepsTheNewAnswer) {  // PVP-3.3
    DescribeRequest request{{image("a")}, "", "local/ocr"};
    ASSERT_TRUE(run(request).ok());

    request.again = true;
    const auto anew = run(request);
    request.again = false;
    const auto kept = run(request);

    ASSERT_TRUE(anew.ok() && kept.ok());
    EXPECT_EQ(parrot_.calls, 2);
    EXPECT_FALSE(anew.value().from_cache);
    EXPECT_TRUE(kept.value().from_cache);
}

TEST_F(Describe, EverythingThatTheReplyDependsOnIsInTheKey) {  // V6
    const DescribeRequest first{{image("a")}, "what?", "local/ocr"};
    auto other_picture = first;
    other_picture.images = {image("b")};
    auto other_crop = first;
    other_crop.images.front().crop = media::PixelRect{0, 0, 400, 300};
    auto other_question = first;
    other_question.question = "why?";
    auto other_model = first;
    other_model.model = "local/other";
    auto other_order = first;
    other_order.images = {image("b"), image("a")};
    auto both = first;
    both.images = {image("a"), image("b")};

    for (const auto& request :
         {first, other_picture, other_crop, other_question, other_model, other_order, both}) {
        ASSERT_TRUE(run(request).ok());
    }
    EXPECT_EQ(parrot_.calls, 7);

    parrot_.revision_ = "2";
    ASSERT_TRUE(run(first).ok());
    EXPECT_EQ(parrot_.calls, 8);
}

TEST_F(Describe, AReplyThatRanOutOfTimeIsNotKept) {
    parrot_.complete_ = false;
    const DescribeRequest request{{image("a")}, "", "local/ocr"};

    EXPECT_FALSE(run(request).value().complete);
    EXPECT_FALSE(run(request).value().complete);

    EXPECT_EQ(parrot_.calls, 2);
}

TEST_F(Describe, WritesTheFenceThatFitsTheCall) {  // V4, PVP-F1, PVP-1.8b, PVP-1.8c
    DescribeRequest request{{image("a")}, "", "local/ocr"};
    EXPECT_TRUE(run(request).value().fence.starts_with("<vision_proxy_description "));

    request.question = "what?";
    EXPECT_TRUE(run(request).value().fence.starts_with("<vision_proxy_analysis "));

    request.images.front().crop = media::PixelRect{10, 20, 30, 40};
    const auto cropped = run(request).value().fence;
    EXPECT_NE(cropped.find("#crop:10,20,30,40\""), std::string::npos) << cropped;
    EXPECT_NE(cropped.find("width=\"30\" height=\"40\""), std::string::npos) << cropped;
    EXPECT_NE(cropped.find("crop_origin=\"10,20\""), std::string::npos) << cropped;

    request.images.push_back(image("b"));
    EXPECT_TRUE(run(request).value().fence.starts_with("<vision_proxy_joint_description "));
}

TEST_F(Describe, AsksTheModelWithoutItsProvidersName) {
    ASSERT_TRUE(run({{image("a")}, "what?", "local/ocr"}).ok());

    EXPECT_EQ(parrot_.seen.model, "ocr");
}

TEST_F(Describe, NoPictureIsAnError) {
    const auto described = run({{}, "what?", "local/ocr"});

    ASSERT_FALSE(described.ok());
    EXPECT_EQ(described.error().code, ErrorCode::InvalidInput);
}

}  // namespace
}  // namespace fovea::proxy
