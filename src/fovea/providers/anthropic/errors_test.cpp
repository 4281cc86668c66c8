#include "fovea/providers/anthropic/anthropic.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::anthropic {
namespace {

using What = LearntLimit::What;

WireFailure told(int status, const std::string& type, const std::string& message) {
    return read_failure(
        status,
        {},
        R"({"type":"error","error":{"type":")" + type + R"(","message":")" + message +
            R"("},"request_id":"req_1"})"
    );
}

WireFailure refused(const std::string& message) {
    return told(400, "invalid_request_error", message);
}

struct Row {
    std::string message;
    std::string path;
    std::optional<LearntLimit> limit;
};

TEST(AnthropicErrors, TellWhichPictureWasRefusedAndWhichLimitItBroke) {  // P4
    const std::vector<Row> rows = {
        {"messages.3.content.12.image.source.base64: image exceeds 5 MB maximum: 6405384 bytes > "
         "5242880 bytes",
         "messages.3.content.12",
         LearntLimit{What::ImageBytes, 3'932'160}},
        {"messages.168.content.0.tool_result.content.1.image.source.base64: image exceeds 5 MB "
         "maximum: 6405384 bytes > 5242880 bytes",
         "messages.168.content.0.tool_result.content.1",
         LearntLimit{What::ImageBytes, 3'932'160}},
        {"messages.0.content.1.image.source.base64.data: At least one of the image dimensions "
         "exceed max allowed size: 8000 pixels",
         "messages.0.content.1",
         LearntLimit{What::ImageEdge, 8000}},
        {"messages.2.content.4.image.source.base64.data: At least one of the image dimensions "
         "exceed max allowed size for many-image requests: 2000 pixels",
         "messages.2.content.4",
         LearntLimit{What::ManyImagesEdge, 2000}},
        {"Could not process image", "", std::nullopt},
        {"Unable to download the file. Please verify the URL and try again.", "", std::nullopt},
        {"messages.1.content.0.image.source.base64.media_type: Input should be 'image/jpeg', "
         "'image/png', 'image/gif' or 'image/webp'",
         "messages.1.content.0",
         std::nullopt},
        {"Image does not match the provided media type image/png", "", std::nullopt},
        {"messages.0.content.0.image.source.base64: The image was specified using the image/png "
         "media type, but the image appears to be a image/jpeg image",
         "messages.0.content.0",
         std::nullopt},
        {"too many images and documents: 104 + 1 > 100", "", LearntLimit{What::Images, 100}},
        {"messages.38.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be "
         "provided.",
         "messages.38.content.0",
         LearntLimit{What::PdfPages, 100}},
        {"messages.5.content.0: image dimensions 1920x1080 exceed the maximum image size and would "
         "be downsized to 1456x819",
         "messages.5.content.0",
         std::nullopt},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(
            refused(row.message),
            (WireFailure{
                .kind = FailureKind::ImageRejected,
                .status = 400,
                .message = row.message,
                .image_path = row.path,
                .limit = row.limit})
        );
    }
}

TEST(AnthropicErrors, AreClassifiedByStatusTypeAndWords) {  // P4
    EXPECT_EQ(refused("max_tokens: must be at least 1").kind, FailureKind::BadRequest);
    EXPECT_EQ(
        refused("messages.2.content.0.text: must not be empty").kind, FailureKind::BadRequest
    );
    EXPECT_EQ(
        refused("prompt is too long: 210000 tokens > 200000 maximum").kind, FailureKind::TooLarge
    );
    EXPECT_EQ(refused("This model does not support image input").kind, FailureKind::Unsupported);
    EXPECT_EQ(
        refused("You have reached your specified API usage limits. Until…").kind, FailureKind::Quota
    );
    EXPECT_EQ(told(401, "authentication_error", "bad").kind, FailureKind::Auth);
    EXPECT_EQ(told(402, "billing_error", "pay").kind, FailureKind::Quota);
    EXPECT_EQ(told(403, "permission_error", "no").kind, FailureKind::Auth);
    EXPECT_EQ(told(404, "not_found_error", "model: x").kind, FailureKind::NotFound);
    EXPECT_EQ(told(409, "conflict_error", "again").kind, FailureKind::Transient);
    EXPECT_EQ(told(413, "request_too_large", "big").kind, FailureKind::TooLarge);
    EXPECT_EQ(told(429, "rate_limit_error", "slow").kind, FailureKind::RateLimited);
    EXPECT_EQ(told(500, "api_error", "oops").kind, FailureKind::Transient);
    EXPECT_EQ(told(504, "timeout_error", "late").kind, FailureKind::Transient);
    EXPECT_EQ(told(529, "overloaded_error", "Overloaded").kind, FailureKind::Transient);
}

TEST(AnthropicErrors, ASpendLimitIsNoRateLimit) {
    const auto failure = read_failure(
        429,
        {},
        R"({"type":"error","error":{"type":"rate_limit_error","message":"m",)"
        R"("details":{"error_code":"enforced_spend_limit_reached"}}})"
    );

    EXPECT_EQ(failure.kind, FailureKind::Quota);
}

TEST(AnthropicErrors, TheHeadersTellWhenToAskAgain) {
    const auto failure = read_failure(
        429, {{"Retry-After", "7"}, {"X-Should-Retry", "true"}}, R"({"error":{"message":"m"}})"
    );

    EXPECT_EQ(failure.retry_after, std::chrono::milliseconds(7000));
    EXPECT_EQ(failure.should_retry, true);
}

TEST(AnthropicErrors, BodiesThatAreNoJsonStillSaySomething) {
    EXPECT_EQ(
        read_failure(413, {}, "<html><head><title>413 Too Large</title></head></html>"),
        (WireFailure{.kind = FailureKind::TooLarge, .status = 413, .message = "413 Too Large"})
    );
    EXPECT_EQ(
        read_failure(502, {}, ""),
        (WireFailure{.kind = FailureKind::Transient, .status = 502, .message = "HTTP 502"})
    );
    EXPECT_EQ(read_failure(500, {}, "upstream\r\n gone").message, "upstream gone");
    EXPECT_EQ(read_failure(400, {}, "[]").kind, FailureKind::BadRequest);
}

TEST(AnthropicErrors, NumbersBeyondAllReasonAreNoLimit) {
    EXPECT_EQ(
        refused("too many images and documents: 1 + 1 > 99999999999999999999999").limit,
        std::nullopt
    );
    EXPECT_EQ(refused("messages.9.content.").image_path, "");
}

}  // namespace
}  // namespace fovea::providers::anthropic
