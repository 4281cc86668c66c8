// Large bodies in both directions, in pieces.
#include "fovea/net/http/client.hpp"
#include "fovea/net/http/test_client.hpp"
#include "fovea/net/http/test_pattern_body.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

constexpr std::uint64_t kTwentyMegabytes = 20'000'000;
constexpr std::size_t kPiece = 64U << 10;

TEST(HttpBulk, PullsALargeBodyInSmallPieces) {  // P1
    std::string seen;
    const TestServer server([&](TestConnection& peer) {
        const auto request = peer.read_request();
        if (!request) return;
        seen = request->body;
        peer.respond(200, "thanks");
    });
    HttpClient client;
    PatternBody body(kTwentyMegabytes);

    const auto got = ask(client, {.method = "POST", .url = server.url(), .body = &body});

    EXPECT_EQ(got.text(), "200 thanks");
    EXPECT_LE(body.largest_read, kPiece);
    ASSERT_EQ(seen.size(), kTwentyMegabytes);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < seen.size(); ++i)
        wrong += seen[i] != PatternBody::byte_at(i) ? 1 : 0;
    EXPECT_EQ(wrong, 0U);
}

TEST(HttpBulk, HandsOverALargeResponseInSmallPieces) {
    constexpr std::uint64_t kSize = 100U << 20;
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kSize) + "\r\n\r\n");
        const std::string megabyte(1U << 20, 'x');
        for (int i = 0; i < 100; ++i) peer.send(megabyte);
    });
    HttpClient client;
    std::size_t largest = 0;

    const auto response = client.send(
        {.url = server.url(), .max_response_bytes = kSize},
        {.on_body =
             [&](std::string_view piece) {
                 largest = std::max(largest, piece.size());
                 return Flow::Continue;
             }},
        {}
    );

    EXPECT_EQ(response.value().body_bytes, kSize);
    EXPECT_LE(largest, kPiece);
}

TEST(HttpBulk, HearsARefusalThatComesBeforeTheBodyIsSent) {
    const TestServer server([](TestConnection& peer) {
        peer.read_head();
        peer.respond(413, "too large", "Connection: close\r\n");
        peer.wait_for_close();
    });
    HttpClient client;
    PatternBody body(kTwentyMegabytes);

    const auto got = ask(client, {.method = "POST", .url = server.url(), .body = &body});

    EXPECT_EQ(got.text(), "413 too large");
}

TEST(HttpBulk, DoesNotWaitForLeaveToSendTheBody) {
    std::optional<TestRequest> seen;
    const TestServer server([&](TestConnection& peer) {
        seen = peer.read_request();
        peer.respond(200, "");
    });
    HttpClient client;
    PatternBody body(kTwentyMegabytes);

    ask(client, {.method = "POST", .url = server.url(), .body = &body});

    ASSERT_TRUE(seen);
    EXPECT_EQ(find_header(seen->headers, "expect"), std::nullopt);
}

TEST(HttpBulk, SaysThatTheBodysSourceFailed) {
    const TestServer server([](TestConnection& peer) { peer.read_request(); });
    HttpClient client;
    PatternBody broken(kTwentyMegabytes);
    broken.breaks_at = 1'000'000;
    PatternBody short_one(kTwentyMegabytes);
    short_one.ends_at = 1'000'000;

    const auto first = ask(client, {.method = "POST", .url = server.url(), .body = &broken});
    const auto second = ask(client, {.method = "POST", .url = server.url(), .body = &short_one});

    EXPECT_EQ(first.failure(), Kind::BodyUnreadable);
    EXPECT_EQ(first.text(), server.url("") + ": the request's body: the picture is gone");
    EXPECT_EQ(second.failure(), Kind::BodyUnreadable);
}

TEST(HttpBulk, SendsABodyAgainOnlyWhenItCanBeRewound) {
    const TestServer server([](TestConnection& peer) {
        while (const auto request = peer.read_request()) {
            peer.respond(200, std::to_string(request->body.size()));
        }
    });
    HttpClient client;
    PatternBody often(1000);
    PatternBody once(1000);
    once.once = true;

    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(ask(client, {.method = "PUT", .url = server.url(), .body = &often}).body, "1000");
    }
    EXPECT_EQ(ask(client, {.method = "PUT", .url = server.url(), .body = &once}).body, "1000");
    EXPECT_EQ(
        ask(client, {.method = "PUT", .url = server.url(), .body = &once}).failure(),
        Kind::BodyUnreadable
    );
}

TEST(HttpBulk, SendsAnEmptyBody) {
    const TestServer server([](TestConnection& peer) {
        const auto request = peer.read_request();
        if (request)
            peer.respond(200, std::string(*find_header(request->headers, "content-length")));
    });
    HttpClient client;
    StringBody body("");

    EXPECT_EQ(ask(client, {.method = "POST", .url = server.url(), .body = &body}).body, "0");
}

}  // namespace

}  // namespace fovea::net
