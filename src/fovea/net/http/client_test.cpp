#include "fovea/net/http/client.hpp"

#include "fovea/net/http/test_client.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;
using std::chrono::milliseconds;

TEST(HttpClient, GivesTheHeadFirstAndThenTheBody) {  // P1
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.respond(200, "hello", "Request-Id: req_1\r\nX-Empty:\r\nX-Folded: a\r\n  b\r\n");
    });
    HttpClient client;
    std::string story;
    HttpHeaders headers;

    const auto response = client.send(
        {.url = server.url()},
        {.on_head =
             [&](const HttpResponse& head) {
                 story += std::to_string(head.status) + " ";
                 headers = head.headers;
                 return Flow::Continue;
             },
         .on_body =
             [&](std::string_view piece) {
                 story += piece;
                 return Flow::Continue;
             }},
        {}
    );

    EXPECT_EQ(story, "200 hello");
    EXPECT_EQ(
        headers,
        (HttpHeaders{
            {"content-length", "5"}, {"request-id", "req_1"}, {"x-empty", ""}, {"x-folded", "a b"}})
    );
    EXPECT_EQ(response.value(), (HttpResponse{200, headers, 5, false}));
}

TEST(HttpClient, SendsMethodTargetHeadersAndBody) {
    std::optional<TestRequest> seen;
    TestServer server([&](TestConnection& peer) {
        seen = peer.read_request();
        peer.respond(200, "");
    });
    HttpClient client({.user_agent = "fovea/1"});
    StringBody body("{\"a\":1}");

    const auto got =
        ask(client,
            {.method = "POST",
             .url = server.url("/v1/messages?beta=true"),
             .headers =
                 {{"x-api-key", "secret"}, {"Content-Type", "application/json"}, {"X-Empty", ""}},
             .body = &body});

    ASSERT_EQ(got.text(), "200 ");
    EXPECT_EQ(seen->method, "POST");
    EXPECT_EQ(seen->target, "/v1/messages?beta=true");
    EXPECT_EQ(seen->body, "{\"a\":1}");
    EXPECT_EQ(
        seen->headers,
        (HttpHeaders{
            {"Host", "127.0.0.1:" + std::to_string(server.port())},
            {"User-Agent", "fovea/1"},
            {"Accept", "*/*"},
            {"x-api-key", "secret"},
            {"Content-Type", "application/json"},
            {"X-Empty", ""},
            {"Content-Length", "7"}})
    );
}

TEST(HttpClient, SaysThatAPostWithoutABodyHasNone) {
    std::optional<TestRequest> seen;
    const TestServer server([&](TestConnection& peer) {
        seen = peer.read_request();
        peer.respond(204, "");
    });
    HttpClient client;

    ask(client, {.method = "POST", .url = server.url()});

    EXPECT_EQ(find_header(seen->headers, "content-length"), "0");
}

TEST(HttpClient, AsksForAHeadAlone) {
    const TestServer server([](TestConnection& peer) {
        while (peer.read_request())
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
    });
    HttpClient client;

    EXPECT_EQ(ask(client, {.method = "HEAD", .url = server.url()}).text(), "200 ");
    EXPECT_EQ(ask(client, {.method = "HEAD", .url = server.url()}).text(), "200 ");
    EXPECT_EQ(server.connections(), 1);
}

TEST(HttpClient, JoinsChunksAndIgnoresTrailers) {
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (const auto* piece : {"data: ", "\xF0\x9F", "\x91\x81", "\n\n"}) peer.send_chunk(piece);
        peer.send("0\r\nX-Late: yes\r\n\r\n");
        peer.wait_for_close();
    });
    HttpClient client;

    const auto got = ask(client, {.url = server.url()});

    EXPECT_EQ(got.text(), "200 data: \xF0\x9F\x91\x81\n\n");
    EXPECT_FALSE(find_header(got.result.value().headers, "x-late"));
}

TEST(HttpClient, ReadsAResponseThatComesByteByByte) {
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        for (const char c : std::string_view("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nslow")) {
            peer.send({&c, 1});
        }
    });
    HttpClient client;

    EXPECT_EQ(ask(client, {.url = server.url()}).text(), "200 slow");
}

TEST(HttpClient, SkipsInterimResponses) {
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n");
        peer.respond(200, "real");
    });
    HttpClient client;

    const auto got = ask(client, {.url = server.url()});

    EXPECT_EQ(got.text(), "200 real");
    EXPECT_EQ(got.result.value().headers, (HttpHeaders{{"content-length", "4"}}));
}

TEST(HttpClient, DoesNotFollowRedirects) {  // Q2
    const TestServer server([](TestConnection& peer) {
        while (peer.read_request()) peer.respond(302, "there", "Location: /other\r\n");
    });
    HttpClient client;

    const auto got = ask(client, {.url = server.url()});

    EXPECT_EQ(got.text(), "302 there");
    EXPECT_EQ(find_header(got.result.value().headers, "Location"), "/other");
}

TEST(HttpClient, TakesAnErrorStatusForAResponse) {
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.respond(529, "{\"type\":\"error\"}", "retry-after: 3\r\n");
    });
    HttpClient client;

    EXPECT_EQ(ask(client, {.url = server.url()}).text(), "529 {\"type\":\"error\"}");
}

TEST(HttpClient, StopsWhenTheReceiverHasEnough) {
    const TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        peer.send_chunk("data: [DONE]\n\n");
        peer.wait_for_close();
    });
    HttpClient client;

    const auto after_body = client.send(
        {.url = server.url()}, {.on_body = [](std::string_view) { return Flow::Stop; }}, {}
    );
    const auto after_head = client.send(
        {.url = server.url()}, {.on_head = [](const HttpResponse&) { return Flow::Stop; }}, {}
    );

    EXPECT_TRUE(after_body.value().stopped);
    EXPECT_EQ(after_body.value().body_bytes, 14U);
    EXPECT_TRUE(after_head.value().stopped);
    EXPECT_EQ(after_head.value().status, 200);
}

TEST(HttpClient, PassesOnWhatAReceiverThrows) {
    const TestServer server([](TestConnection& peer) {
        while (peer.read_request()) peer.respond(200, "body");
    });
    HttpClient client;
    const auto throwing = [](std::string_view) -> Flow { throw std::runtime_error("full"); };

    EXPECT_THROW(
        static_cast<void>(client.send({.url = server.url()}, {.on_body = throwing}, {})),
        std::runtime_error
    );
    EXPECT_EQ(ask(client, {.url = server.url()}).text(), "200 body");
}

TEST(HttpClient, UsesAConnectionAgain) {
    TestServer server([](TestConnection& peer) {
        while (const auto request = peer.read_request()) peer.respond(200, request->target);
    });
    HttpClient client;

    for (const auto* path : {"/a", "/b", "/c"}) {
        EXPECT_EQ(ask(client, {.url = server.url(path)}).body, path);
    }

    EXPECT_EQ(server.connections(), 1);
}

TEST(HttpClient, OpensANewConnectionWhenTheKeptOneWasClosed) {
    TestServer server([](TestConnection& peer) {
        const auto request = peer.read_request();
        if (request) peer.respond(200, request->body);
    });
    HttpClient client;
    StringBody body("again");

    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(
            ask(client, {.method = "POST", .url = server.url(), .body = &body}).body, "again"
        );
    }

    EXPECT_EQ(server.connections(), 5);
}

TEST(HttpClient, AnswersManyThreadsAtOnce) {
    TestServer server([](TestConnection& peer) {
        while (const auto request = peer.read_request()) {
            peer.respond(200, request->target + request->body);
        }
    });
    HttpClient client;
    std::vector<std::string> bodies(50);
    {
        std::vector<std::jthread> threads;
        threads.reserve(bodies.size());
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            threads.emplace_back([&, i] {
                StringBody body(std::to_string(i));
                for (int round = 0; round < 3; ++round) {
                    bodies[i] +=
                        ask(client, {.method = "POST", .url = server.url("/"), .body = &body}).body;
                }
            });
        }
    }

    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto n = std::to_string(i);
        EXPECT_EQ(
            bodies[i], std::string("/").append(n).append("/").append(n).append("/").append(n)
        );
    }
}

}  // namespace

}  // namespace fovea::net
