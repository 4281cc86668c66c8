#include "fovea/providers/send_request.hpp"

#include "fovea/net/http/client.hpp"
#include "fovea/net/test_server.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/test_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fovea::providers {
namespace {

using content::Role;
using content::TextBlock;
using net::TestConnection;
using net::TestServer;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kReply =
    R"({"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"a cat"}],)"
    R"("stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":2}})";

constexpr std::string_view kOverloaded =
    R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})";

std::string response(
    std::string_view status, std::string_view body, std::string_view headers = ""
) {
    return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: application/json\r\n" +
           std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}

std::string stream_of(std::string_view events) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" +
           std::string(events);
}

constexpr std::string_view kFirstWords =
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":"
    "\"message\",\"role\":\"assistant\",\"content\":[],\"model\":\"m\",\"usage\":{\"input_tokens\":"
    "5,\"output_tokens\":1}}}\n\n"
    "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
    "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{"
    "\"type\":\"text_delta\",\"text\":\"a cat\"}}\n\n";

constexpr std::string_view kLastWords =
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
    "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
    "\"end_turn\"},\"usage\":{\"output_tokens\":2}}\n\n"
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

class Exchange : public ::testing::Test {
protected:
    // Answers each request with the next of `answers`, and the last of them ever after.
    void serve(std::vector<std::string> answers) {
        server_ = std::make_unique<TestServer>([this, answers](TestConnection& peer) {
            const auto request = peer.read_request();
            if (!request) return;
            const auto index = asked_++;
            {
                const std::scoped_lock lock(mutex_);
                requests_.push_back(*request);
            }
            peer.send(answers[std::min<std::size_t>(index, answers.size() - 1)]);
        });
    }

    Result<Reply, WireFailure> ask(
        ReplyForm delivery = ReplyForm::Whole, std::string_view kind = "anthropic"
    ) {
        const auto dialect = make_dialect(kind).value();
        const Request request{
            .model = "m",
            .system = "",
            .messages = {{Role::User, {files_.picture("cat"), TextBlock{question_}}}}};
        const auto wire = dialect->write(request, {}, delivery, files_).value();
        const Endpoint endpoint{
            .base_url = server_->url("/v1"), .headers = headers_, .key = config::Secret("key-123")};
        return send_request(
            client_,
            *dialect,
            endpoint,
            wire,
            files_,
            {.delivery = delivery,
             .timeout = std::chrono::seconds(30),
             .retries = {.first_wait = std::chrono::milliseconds(1)},
             .dice = [] { return 0.0; }},
            {.on_event = [this](const StreamEvent&) { ++events_; },
             .on_retry = [this](const RetryNotice& notice) { notices_.push_back(notice); },
             .on_sending = [this](
                               std::uint64_t done, std::uint64_t total
                           ) { sending_.emplace_back(done, total); }},
            stop_.get_token()
        );
    }

    TestFiles files_;
    net::HttpClient client_;
    std::unique_ptr<TestServer> server_;
    Headers headers_;
    std::string question_ = "what?";
    std::stop_source stop_;
    std::atomic<std::size_t> asked_ = 0;
    std::mutex mutex_;
    std::vector<net::TestRequest> requests_;  // under mutex_
    std::vector<RetryNotice> notices_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> sending_;
    int events_ = 0;
};

TEST_F(Exchange, SendsThePicturesAndReadsTheReply) {  // P1, DIG-3
    serve({response("200 OK", kReply)});

    const auto reply = ask();

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(content::text_of(reply.value().content), "a cat");
    EXPECT_EQ(requests_[0].target, "/v1/messages");
    EXPECT_EQ(net::find_header(requests_[0].headers, "x-api-key"), "key-123");
    EXPECT_THAT(requests_[0].body, HasSubstr(R"("data":"Y2F0")"));
    EXPECT_TRUE(notices_.empty());
}

TEST_F(Exchange, TellsHowMuchIsOnItsWayAndAgainForEachAttempt) {  // A1
    serve({response("529 Overloaded", kOverloaded), response("200 OK", kReply)});

    ASSERT_TRUE(ask().ok());

    const std::uint64_t size = requests_[0].body.size();
    using Told = std::pair<std::uint64_t, std::uint64_t>;
    const Told none{0, size}, all{size, size};
    EXPECT_EQ(sending_, (std::vector<Told>{none, all, none, all}));
}

TEST_F(Exchange, ALongRequestIsToldInSteps) {  // A1
    serve({response("200 OK", kReply)});
    question_ = std::string(3u << 20, 'x');

    ASSERT_TRUE(ask().ok());

    EXPECT_GT(sending_.size(), 5u);
    EXPECT_LE(sending_.size(), 12u);
    EXPECT_TRUE(std::ranges::is_sorted(sending_));
    EXPECT_EQ(sending_.back().first, sending_.back().second);
}

TEST_F(Exchange, StreamsWordsAsTheyCome) {  // P1
    serve({stream_of(std::string(kFirstWords) + std::string(kLastWords))});

    const auto reply = ask(ReplyForm::Stream);

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(content::text_of(reply.value().content), "a cat");
    EXPECT_GE(events_, 1);
}

TEST_F(Exchange, TakesAWholeReplyWhereAStreamWasAskedFor) {  // P1
    serve({response("200 OK", kReply)});

    const auto reply = ask(ReplyForm::Stream);

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(content::text_of(reply.value().content), "a cat");
}

TEST_F(Exchange, TriesAgainWhenTheServerIsBusyAndSaysSo) {  // P4
    serve(
        {response("529 Overloaded", kOverloaded),
         response("429 Too Many Requests", "{}", "retry-after-ms: 3\r\n"),
         response("200 OK", kReply)}
    );

    const auto reply = ask();

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    ASSERT_EQ(notices_.size(), 2u);
    EXPECT_EQ(notices_[0].attempt, 1);
    EXPECT_EQ(notices_[0].failure.status, 529);
    EXPECT_EQ(notices_[1].wait, std::chrono::milliseconds(3));
}

TEST_F(Exchange, GivesUpAfterTwoRetries) {  // P4
    serve({response("500 Internal Server Error", "oops")});

    const auto reply = ask();

    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(reply.error().status, 500);
    EXPECT_EQ(asked_, 3u);
}

TEST_F(Exchange, DoesNotRepeatARefusal) {  // P4
    serve({response(
        "400 Bad Request",
        R"({"type":"error","error":{"type":"invalid_request_error","message":"Could not process image"}})"
    )});

    const auto reply = ask();

    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(reply.error().kind, FailureKind::ImageRejected);
    EXPECT_EQ(asked_, 1u);
}

TEST_F(Exchange, AsksAgainWhenAWholeReplyWasCut) {  // P4
    serve(
        {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"id\":",
         response("200 OK", kReply)}
    );

    const auto reply = ask();

    EXPECT_TRUE(reply.ok());
    EXPECT_EQ(notices_.size(), 1u);
}

TEST_F(Exchange, DoesNotSayWordsTwiceAfterAStreamBroke) {  // P4
    serve({stream_of(kFirstWords)});

    const auto reply = ask(ReplyForm::Stream);

    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(reply.error().kind, FailureKind::Stream);
    EXPECT_EQ(asked_, 1u);
}

// Every dialect, whole and streamed: what a person needs is the URL, and at once.
TEST_F(Exchange, TellsAtOnceThatAWebPageCame) {  // P4
    const std::string page = "<!doctype html><html><head><title>Sign in</title></head></html>";
    for (const std::string type : {"text/html; charset=utf-8", "text/plain", "application/json"}) {
        for (const auto& entry : dialects()) {
            for (const auto delivery : {ReplyForm::Whole, ReplyForm::Stream}) {
                serve(
                    {"HTTP/1.1 200 OK\r\nContent-Type: " + type +
                     "\r\nContent-Length: " + std::to_string(page.size()) + "\r\n\r\n" + page}
                );
                asked_ = 0;

                const auto reply = ask(delivery, entry.kind);

                ASSERT_FALSE(reply.ok()) << entry.kind;
                EXPECT_EQ(asked_, 1u) << entry.kind;
                const auto error = error_of(reply.error(), "mine").message;
                EXPECT_THAT(error, HasSubstr("a web page (“Sign in”) came from http://127.0.0.1:"));
                EXPECT_THAT(error, HasSubstr("check base_url"));
                EXPECT_THAT(error, Not(HasSubstr("broke off")));
            }
        }
    }
    EXPECT_TRUE(notices_.empty());
}

TEST_F(Exchange, TakesAReplyThatIsCalledAPage) {  // P1
    serve(
        {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
         std::to_string(kReply.size()) + "\r\n\r\n" + std::string(kReply)}
    );

    EXPECT_TRUE(ask().ok());
}

TEST_F(Exchange, TellsAtOnceThatATextCame) {  // P4
    serve({"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nIt works!"});

    const auto reply = ask(ReplyForm::Stream);

    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(reply.error().kind, FailureKind::Garbled);
    EXPECT_THAT(reply.error().message, HasSubstr("It works!"));
    EXPECT_EQ(asked_, 1u);
}

TEST_F(Exchange, AsksAboutTheAddressThatLeadsElsewhere) {  // P4
    serve({"HTTP/1.1 302 Found\r\nLocation: https://login.org/in?x=1\r\nContent-Length: 0\r\n\r\n"}
    );

    const auto reply = ask();

    ASSERT_FALSE(reply.ok());
    EXPECT_THAT(
        error_of(reply.error(), "mine").message,
        HasSubstr("/v1/messages redirects, to https://login.org/in; check base_url")
    );
    EXPECT_EQ(asked_, 1u);
}

TEST_F(Exchange, ComesBackWhenItIsCancelled) {  // P1
    server_ = std::make_unique<TestServer>([this](TestConnection& peer) {
        peer.read_request();
        stop_.request_stop();
        peer.read_request();  // until the client hangs up
    });

    const auto reply = ask();

    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(reply.error().kind, FailureKind::Cancelled);
    EXPECT_EQ(error_of(reply.error(), "anthropic").code, ErrorCode::Cancelled);
}

TEST_F(Exchange, NeverTellsTheKey) {  // Q5
    serve({response(
        "401 Unauthorized",
        R"({"type":"error","error":{"type":"authentication_error","message":"bad key key-123"}})"
    )});

    const auto reply = ask();

    ASSERT_FALSE(reply.ok());
    EXPECT_THAT(reply.error().message, Not(HasSubstr("key-123")));
    EXPECT_THAT(error_of(reply.error(), "anthropic").message, HasSubstr("bad key ***"));
}

TEST_F(Exchange, SaysWhatWasNotFound) {
    const auto told = [&](std::string_view body) {
        serve({response("404 Not Found", body)});
        return error_of(ask().error(), "anthropic", "claude-9").message;
    };

    EXPECT_EQ(
        told(R"({"type":"error","error":{"type":"not_found_error","message":"model: claude-9"}})"),
        "anthropic does not know the model \"claude-9\" (HTTP 404): model: claude-9"
    );
    EXPECT_EQ(
        told(R"({"type":"error","error":{"type":"not_found_error","message":"File f1 is gone"}})"),
        "anthropic did not find a file of the request (HTTP 404): File f1 is gone"
    );
    const auto nowhere = told("404 page not found");
    EXPECT_EQ(
        nowhere,
        "anthropic found nothing at this URL (HTTP 404): " + server_->url("/v1/messages") +
            ": 404 page not found; check its base_url"
    );
}

TEST_F(Exchange, ConfiguredHeadersReplaceOurOwn) {  // O1
    headers_ = {{"X-API-Key", "another"}, {"x-team", "eyes"}};
    serve({response("200 OK", kReply)});

    ASSERT_TRUE(ask().ok());

    EXPECT_EQ(net::find_header(requests_[0].headers, "x-api-key"), "another");
    EXPECT_EQ(net::find_header(requests_[0].headers, "x-team"), "eyes");
}

}  // namespace
}  // namespace fovea::providers
