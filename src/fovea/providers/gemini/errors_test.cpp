#include "fovea/providers/gemini/gemini.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::gemini {
namespace {

WireFailure told(int status, const std::string& message, const std::string& details = "") {
    return read_failure(
        status,
        {},
        R"({"error":{"code":)" + std::to_string(status) + R"(,"message":")" + message +
            R"(","status":"S","details":[)" + details + "]}}"
    );
}

TEST(GeminiErrors, AreClassifiedByStatusAndWords) {  // P4
    EXPECT_EQ(told(400, "Invalid value at 'x'").kind, FailureKind::BadRequest);
    EXPECT_EQ(told(403, "no").kind, FailureKind::Auth);
    EXPECT_EQ(
        told(403, "You do not have permission to access the File abc or it may not exist.").kind,
        FailureKind::NotFound
    );
    EXPECT_EQ(told(404, "models/x is not found").kind, FailureKind::NotFound);
    EXPECT_EQ(told(413, "big").kind, FailureKind::TooLarge);
    EXPECT_EQ(
        told(400, "The input token count (9) exceeds the maximum number of tokens allowed (8).")
            .kind,
        FailureKind::TooLarge
    );
    EXPECT_EQ(
        told(400, "Image input modality is not enabled for models/x").kind, FailureKind::Unsupported
    );
    EXPECT_EQ(
        told(400, "File abc is not in an ACTIVE state and usage is not allowed.").kind,
        FailureKind::BadRequest
    );
    for (const int status : {408, 500, 502, 503, 504}) {
        EXPECT_EQ(told(status, "m").kind, FailureKind::Transient) << status;
    }
}

TEST(GeminiErrors, ABadKeyComesAs400) {
    EXPECT_EQ(
        told(
            400,
            "API key not valid. Please pass a valid API key.",
            R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"})"
        )
            .kind,
        FailureKind::Auth
    );
}

TEST(GeminiErrors, RefusedPicturesAreKnownByTheirWords) {
    for (const auto* message :
         {"Unable to process input image. Please retry or report in https://example.org",
          "Provided image is not valid.",
          "Unsupported MIME type: image/gif",
          "Cannot fetch content from the provided URL. https://example.org/a.png",
          "Invalid or unsupported file uri: https://example.org/a.png",
          "Request contains an invalid argument."}) {
        EXPECT_EQ(told(400, message).kind, FailureKind::ImageRejected) << message;
    }
}

TEST(GeminiErrors, TellWhenToAskAgainAndWhenNotTo) {
    const std::string wait =
        R"({"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"})";
    const std::string daily =
        R"({"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[)"
        R"({"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]})";

    const auto limited = told(429, "slow", wait);
    EXPECT_EQ(limited.kind, FailureKind::RateLimited);
    EXPECT_EQ(limited.retry_after, std::chrono::milliseconds(34'500));
    EXPECT_EQ(told(429, "slow", daily + "," + wait).kind, FailureKind::Quota);
    for (const auto* delay : {"", "s", "34", "-1s", "1e99s", "nans"}) {
        EXPECT_EQ(
            told(429, "m", std::string(R"({"retryDelay":")") + delay + "\"}").retry_after,
            std::nullopt
        ) << delay;
    }
    EXPECT_EQ(
        read_failure(429, {{"retry-after", "3"}}, "").retry_after, std::chrono::milliseconds(3000)
    );
}

TEST(GeminiErrors, TellTheLimitOfARequest) {
    EXPECT_EQ(
        told(400, "Request payload size exceeds the limit: 20971520 bytes."),
        (WireFailure{
            .kind = FailureKind::TooLarge,
            .status = 400,
            .message = "Request payload size exceeds the limit: 20971520 bytes.",
            .limit = LearntLimit{LearntLimit::What::RequestBytes, 20'971'520}})
    );
}

TEST(GeminiErrors, BodiesOfOtherFormsStillSaySomething) {
    EXPECT_EQ(read_failure(503, {}, R"([{"error":{"message":"busy"}}])").message, "busy");
    EXPECT_EQ(read_failure(502, {}, "").message, "HTTP 502");
    EXPECT_EQ(read_failure(400, {}, "[]").message, "HTTP 400");
    EXPECT_EQ(read_failure(500, {}, "oops").message, "oops");
}

}  // namespace
}  // namespace fovea::providers::gemini
