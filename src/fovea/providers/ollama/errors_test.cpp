#include "fovea/providers/ollama/ollama.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::ollama {
namespace {

WireFailure told(int status, const std::string& message) {
    return read_failure(status, {}, R"({"error":")" + message + R"("})");
}

TEST(OllamaErrors, AreClassifiedByWordsAndStatus) {  // P4
    EXPECT_EQ(told(400, "this model does not support vision").kind, FailureKind::Unsupported);
    EXPECT_EQ(
        told(400, "registry.ollama.ai/library/x does not support tools").kind,
        FailureKind::Unsupported
    );
    EXPECT_EQ(told(400, "invalid image input").kind, FailureKind::ImageRejected);
    EXPECT_EQ(told(500, "image: unknown format").kind, FailureKind::ImageRejected);
    EXPECT_EQ(told(400, "the input length exceeds the context length").kind, FailureKind::TooLarge);
    EXPECT_EQ(told(413, "big").kind, FailureKind::TooLarge);
    EXPECT_EQ(told(401, "unauthorized").kind, FailureKind::Auth);
    EXPECT_EQ(told(402, "pay").kind, FailureKind::Quota);
    EXPECT_EQ(told(404, "model 'x' not found").kind, FailureKind::NotFound);
    EXPECT_EQ(told(429, "slow").kind, FailureKind::RateLimited);
    EXPECT_EQ(told(500, "oops").kind, FailureKind::Transient);
    EXPECT_EQ(told(502, "oops").kind, FailureKind::Transient);
    EXPECT_EQ(told(400, "invalid message content type").kind, FailureKind::BadRequest);
}

TEST(OllamaErrors, ALeastSizeIsLearnt) {  // P4
    const auto failure = told(500, "panic: height:27 or width:257 must be larger than factor:28");

    EXPECT_EQ(failure.kind, FailureKind::ImageRejected);
    EXPECT_EQ(failure.limit, (LearntLimit{LearntLimit::What::LeastEdge, 28}));
}

TEST(OllamaErrors, KeepTheWordsAndTheWait) {
    EXPECT_EQ(
        read_failure(429, {{"Retry-After", "2"}}, R"({"error":"slow"})"),
        (WireFailure{
            .kind = FailureKind::RateLimited,
            .status = 429,
            .message = "slow",
            .retry_after = std::chrono::milliseconds(2000)})
    );
    EXPECT_EQ(read_failure(502, {}, "").message, "HTTP 502");
}

}  // namespace
}  // namespace fovea::providers::ollama
