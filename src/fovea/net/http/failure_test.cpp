// What the client makes of servers that break, stall, flood or lie.
#include "fovea/net/http/client.hpp"
#include "fovea/net/http/test_client.hpp"
#include "fovea/net/http/test_pattern_body.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;
using std::chrono::milliseconds;

// Sends this behind any request and hangs up.
TestServer::Script answer(std::string bytes) {
    return [bytes = std::move(bytes)](TestConnection& peer) {
        peer.read_request();
        peer.send(bytes);
    };
}

HttpFailure failure_from(TestServer::Script script, HttpRequest request = {}) {
    const TestServer server(std::move(script));
    HttpClient client;
    request.url = server.url("/v1?key=secret-of-the-query");
    request.headers = {{"authorization", "Bearer secret-key"}};
    auto got = ask(client, request);
    if (got.result.ok()) return {Kind::Refused, false, "but it went well: " + got.text()};
    EXPECT_TRUE(got.result.error().message.starts_with("http://127.0.0.1:"));
    EXPECT_EQ(got.result.error().message.find("secret"), std::string::npos);  // Q5
    return got.result.error();
}

TEST(HttpFailures, NobodyListens) {  // P4
    std::string url;
    {
        const TestServer gone([](TestConnection&) {});
        url = gone.url("/?key=secret");
    }
    HttpClient client;

    const auto got = ask(client, {.url = url});

    EXPECT_EQ(got.failure(), Kind::Connect);
    EXPECT_TRUE(got.result.error().before_first_byte);
    EXPECT_EQ(got.text().find("secret"), std::string::npos);
}

TEST(HttpFailures, HangsUpBeforeTheFirstByte) {
    const auto failure = failure_from(answer(""));

    EXPECT_EQ(failure.kind, Kind::Interrupted);
    EXPECT_TRUE(failure.before_first_byte);
}

TEST(HttpFailures, ResetsBeforeTheFirstByte) {
    const auto failure = failure_from([](TestConnection& peer) {
        peer.read_request();
        peer.reset();
    });

    EXPECT_EQ(failure.kind, Kind::Interrupted);
    EXPECT_TRUE(failure.before_first_byte);
}

TEST(HttpFailures, CutsTheBodyShort) {
    for (const auto* bytes :
         {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\ncut",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ncu",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"}) {
        const auto failure = failure_from(answer(bytes));
        EXPECT_EQ(failure.kind, Kind::Interrupted) << bytes;
        EXPECT_FALSE(failure.before_first_byte) << bytes;
    }
}

TEST(HttpFailures, ResetsInTheBody) {
    const auto failure = failure_from([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
        peer.reset();
    });

    EXPECT_EQ(failure.kind, Kind::Interrupted);
}

TEST(HttpFailures, SpeaksNoHttp) {
    for (const auto* bytes :
         {"SSH-2.0-OpenSSH_9.2\r\n",
          "\x15\x03\x01\n\n",
          "HTTP/9.9 200 OK\r\n\r\n",
          "{\"a\":1}\n"}) {
        EXPECT_EQ(failure_from(answer(bytes)).kind, Kind::Protocol) << bytes;
    }
}

TEST(HttpFailures, SendsChunksOfNonsense) {
    const auto failure =
        failure_from(answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"));

    EXPECT_EQ(failure.kind, Kind::Interrupted);
    EXPECT_FALSE(failure.before_first_byte);
}

TEST(HttpFailures, FloodsWithHeaders) {
    const auto failure = failure_from([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\n");
        while (peer.send("X-Flood: " + std::string(1000, 'x') + "\r\n")) {
        }
    });

    EXPECT_EQ(failure.kind, Kind::TooLarge);
}

TEST(HttpFailures, SendsAHeaderWithoutEnd) {
    const auto failure = failure_from([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nX-Flood: ");
        while (peer.send(std::string(1000, 'x'))) {
        }
    });

    EXPECT_EQ(failure.kind, Kind::TooLarge);
}

TEST(HttpFailures, SendsABodyWithoutEnd) {
    const auto failure = failure_from(
        [](TestConnection& peer) {
            peer.read_request();
            peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (peer.send_chunk(std::string(100'000, 'x'))) {
            }
        },
        {.max_response_bytes = 1'000'000}
    );

    EXPECT_EQ(failure.kind, Kind::TooLarge);
}

TEST(HttpFailures, PromisesABodyThatIsTooLarge) {
    const auto failure = failure_from(
        [](TestConnection& peer) {
            peer.read_request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\nx");
            peer.wait_for_close();
        },
        {.max_response_bytes = 1'000'000}
    );

    EXPECT_EQ(failure.kind, Kind::TooLarge);
}

TEST(HttpFailures, NeverAnswers) {
    const auto script = [](TestConnection& peer) {
        peer.read_request();
        peer.wait_for_close();
    };

    const auto idle = failure_from(script, {.idle_timeout = milliseconds(30)});
    const auto total = failure_from(script, {.total_timeout = milliseconds(30)});

    EXPECT_EQ(idle.kind, Kind::Timeout);
    EXPECT_TRUE(idle.before_first_byte);
    EXPECT_EQ(total.kind, Kind::Timeout);
    EXPECT_TRUE(total.before_first_byte);
}

TEST(HttpFailures, FallsSilentInTheBody) {
    const auto failure = failure_from(
        [](TestConnection& peer) {
            peer.read_request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nsome");
            peer.wait_for_close();
        },
        {.idle_timeout = milliseconds(30)}
    );

    EXPECT_EQ(failure.kind, Kind::Timeout);
    EXPECT_FALSE(failure.before_first_byte);
}

TEST(HttpFailures, TricklesForEver) {
    const auto failure = failure_from(
        [](TestConnection& peer) {
            peer.read_request();
            peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (peer.send_chunk("x")) std::this_thread::yield();
        },
        {.total_timeout = milliseconds(50), .max_response_bytes = 1U << 30}
    );

    EXPECT_EQ(failure.kind, Kind::Timeout);
}

TEST(HttpFailures, NeverTakesTheBody) {
    PatternBody body(1ULL << 40);
    const auto failure = failure_from(
        [](TestConnection& peer) {
            peer.read_head();
            peer.wait_without_reading();
        },
        {.method = "POST", .body = &body, .idle_timeout = milliseconds(50)}
    );

    EXPECT_EQ(failure.kind, Kind::Timeout);
    EXPECT_TRUE(failure.before_first_byte);
}

}  // namespace

}  // namespace fovea::net
