// aimock does what the tests of providers lean on: it answers every dialect, streamed and not, keeps
// what it got, and fails when it is told to.
#include "support/aimock.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/loopback_http.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "cut"}, "truncateAfterChunks": 3, "latency": 1,
     "response": {"content": "An answer that is long enough to be cut in the middle of its stream."}},
    {"match": {"userMessage": "tool"},
     "response": {"toolCalls": [{"id": "call_1", "name": "crop", "arguments": {"x": 3}}]}},
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}}])";

struct Endpoint {
    const char* name;
    const char* whole;     // path of a request for the answer in one piece
    const char* streamed;  // path of a request for a stream
    const char* whole_body;
    const char* streamed_body;  // both ask "WORD"
    const char* last;           // what the end of a whole stream has, and a cut one has not
};

constexpr Endpoint kEndpoints[] = {
    {"anthropic",
     "/v1/messages",
     "/v1/messages",
     R"({"model":"m","max_tokens":9,"messages":[{"role":"user","content":"WORD"}]})",
     R"({"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"WORD"}]})",
     "message_stop"},
    {"openai_chat",
     "/v1/chat/completions",
     "/v1/chat/completions",
     R"({"model":"m","messages":[{"role":"user","content":"WORD"}]})",
     R"({"model":"m","stream":true,"messages":[{"role":"user","content":"WORD"}]})",
     "[DONE]"},
    {"openai_responses",
     "/v1/responses",
     "/v1/responses",
     R"({"model":"m","input":[{"role":"user","content":"WORD"}]})",
     R"({"model":"m","stream":true,"input":[{"role":"user","content":"WORD"}]})",
     "response.completed"},
    {"gemini",
     "/v1beta/models/m:generateContent",
     "/v1beta/models/m:streamGenerateContent?alt=sse",
     R"({"contents":[{"role":"user","parts":[{"text":"WORD"}]}]})",
     R"({"contents":[{"role":"user","parts":[{"text":"WORD"}]}]})",
     "STOP"},
    {"ollama",
     "/api/chat",
     "/api/chat",
     R"({"model":"m","stream":false,"messages":[{"role":"user","content":"WORD"}]})",
     R"({"model":"m","messages":[{"role":"user","content":"WORD"}]})",
     "\"done\":true"},
};

std::string asking(std::string_view body, std::string_view word) {
    std::string text(body);
    text.replace(text.find("WORD"), 4, word);
    return text;
}

class AimockServer : public ::testing::TestWithParam<Endpoint> {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ = std::make_unique<Aimock>(kFixtures);
    }
    Answer whole(std::string_view word) const {
        return ask_http(
            "POST", upstream_->url() + GetParam().whole, asking(GetParam().whole_body, word)
        );
    }
    Answer streamed(std::string_view word) const {
        return ask_http(
            "POST", upstream_->url() + GetParam().streamed, asking(GetParam().streamed_body, word)
        );
    }

    std::unique_ptr<Aimock> upstream_;
};

TEST_P(AimockServer, AnswersInOnePieceAndKeepsWhatItGot) {
    const auto answer = whole("what is this?");

    EXPECT_EQ(answer.status, 200);
    EXPECT_NE(answer.body.find("A red square."), std::string::npos) << answer.body;
    const auto requests = upstream_->requests();
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_EQ(requests[0].path, GetParam().whole);
    EXPECT_EQ(requests[0].body, asking(GetParam().whole_body, "what is this?"));
    const auto journal = upstream_->journal();
    ASSERT_EQ(journal.size(), 1U);
    EXPECT_EQ(journal[0].at("path").as_string(), GetParam().whole);
    EXPECT_EQ(journal[0].at("response").at("status").as_int64(), 200);
    EXPECT_EQ(
        journal[0].at("body").at("messages").at(0).at("content").as_string(), "what is this?"
    );
}

TEST_P(AimockServer, StreamsToTheEnd) {
    const auto answer = streamed("what is this?");

    EXPECT_EQ(answer.status, 200);
    EXPECT_NE(answer.body.find(GetParam().last), std::string::npos) << answer.body;
}

TEST_P(AimockServer, CallsTools) {
    const auto answer = whole("tool");

    EXPECT_NE(answer.body.find("crop"), std::string::npos) << answer.body;
}

TEST_P(AimockServer, CutsAStreamInTheMiddle) {
    const auto answer = streamed("cut");

    EXPECT_EQ(answer.status, 0);
    EXPECT_NE(answer.body, "");
    EXPECT_EQ(answer.body.find(GetParam().last), std::string::npos) << answer.body;
}

TEST_P(AimockServer, FailsOnceWhenTold) {
    for (const int status : {400, 429, 500, 529}) {
        upstream_->fail_next(status);
        const auto refused = whole("hi");

        EXPECT_EQ(refused.status, status) << refused.body;
        const bool hints =
            std::any_of(refused.headers.begin(), refused.headers.end(), [](const auto& header) {
                return header.first == "retry-after" && header.second == "1";
            });
        EXPECT_EQ(hints, status == 429);
        EXPECT_EQ(whole("hi").status, 200);
    }
}

TEST_P(AimockServer, FailsUntilItIsCalm) {
    upstream_->cause({.rate_limit = true});
    EXPECT_EQ(whole("hi").status, 429);
    EXPECT_EQ(streamed("hi").status, 429);
    upstream_->cause({.drop = true});
    EXPECT_EQ(whole("hi").status, 500);
    upstream_->cause({.malformed = true});
    EXPECT_EQ(whole("hi").body, "{malformed json: <<<chaos>>>");
    upstream_->cause({.disconnect = true});
    EXPECT_EQ(whole("hi").status, 0);
    upstream_->calm();
    EXPECT_EQ(whole("hi").status, 200);
    EXPECT_EQ(upstream_->requests().size(), 6U);

    upstream_->forget();

    EXPECT_EQ(upstream_->requests().size(), 0U);
    EXPECT_EQ(upstream_->journal().size(), 0U);
}

TEST_P(AimockServer, KeepsMegabytesByteForByte) {
    const std::string word(3'000'000, 'x');
    const auto answer = whole(word);

    EXPECT_EQ(answer.status, 200);
    const auto requests = upstream_->requests();
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_EQ(requests[0].body, asking(GetParam().whole_body, word));
}

INSTANTIATE_TEST_SUITE_P(
    Endpoints,
    AimockServer,
    ::testing::ValuesIn(kEndpoints),
    [](const auto& parameter) { return std::string(parameter.param.name); }
);

}  // namespace
}  // namespace fovea::testing
