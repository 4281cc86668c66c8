// A stop ends a call in whatever phase it is. Each of these would wait for minutes without it.
#include "fovea/net/gate/test_resolver.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/net/http/test_client.hpp"
#include "fovea/net/http/test_pattern_body.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

TEST(HttpCancel, BeforeAnythingIsSent) {
    TestServer server([](TestConnection&) {});
    HttpClient client;
    std::stop_source source;
    source.request_stop();

    const auto got = ask(client, {.url = server.url()}, source.get_token());

    EXPECT_EQ(got.failure(), Kind::Cancelled);
    EXPECT_EQ(server.connections(), 0);
}

TEST(HttpCancel, WhileTheNameIsResolved) {
    const HangingResolver resolver;
    HttpClient client({.proxy = Proxy::None});
    std::stop_source source;
    const std::jthread stopper([&] {
        HangingResolver::wait_until_asked();
        source.request_stop();
    });

    const auto got = ask(client, {.url = "http://hangs.test/"}, source.get_token());

    EXPECT_EQ(got.failure(), Kind::Cancelled);
}

TEST(HttpCancel, WhileHandsAreShaken) {
    std::stop_source source;
    const TestServer server(
        [&](TestConnection& peer) {
            source.request_stop();
            peer.wait_for_close();
        },
        "https"
    );
    HttpClient client;

    const auto got = ask(
        client, {.url = server.url(), .connect_timeout = std::chrono::hours(1)}, source.get_token()
    );

    EXPECT_EQ(got.failure(), Kind::Cancelled);
}

TEST(HttpCancel, WhileTheBodyIsSent) {
    std::stop_source source;
    const TestServer server([&](TestConnection& peer) {
        peer.read_head();
        source.request_stop();
        peer.wait_without_reading();
    });
    HttpClient client;
    PatternBody body(1ULL << 40);

    const auto got =
        ask(client, {.method = "POST", .url = server.url(), .body = &body}, source.get_token());

    EXPECT_EQ(got.failure(), Kind::Cancelled);
}

TEST(HttpCancel, WhileWaitingForTheFirstByte) {
    std::stop_source source;
    const TestServer server([&](TestConnection& peer) {
        peer.read_request();
        source.request_stop();
        peer.wait_for_close();
    });
    HttpClient client;

    const auto got = ask(client, {.url = server.url()}, source.get_token());

    EXPECT_EQ(got.failure(), Kind::Cancelled);
    EXPECT_TRUE(got.result.error().before_first_byte);
}

TEST(HttpCancel, InTheMiddleOfTheBody) {
    std::stop_source source;
    const TestServer server([&](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nsome");
        peer.wait_for_close();
    });
    HttpClient client;
    std::string seen;

    const auto result = client.send(
        {.url = server.url()},
        {.on_body =
             [&](std::string_view piece) {
                 seen += piece;
                 if (seen == "some") source.request_stop();
                 return Flow::Continue;
             }},
        source.get_token()
    );

    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, Kind::Cancelled);
    EXPECT_FALSE(result.error().before_first_byte);
}

TEST(HttpCancel, ClosesTheConnectionAndServesTheNextCall) {
    std::stop_source source;
    TestServer server([&](TestConnection& peer) {
        const auto request = peer.read_request();
        if (!request || request->target != "/hang") {
            peer.respond(200, "fine");
            return;
        }
        source.request_stop();
        peer.wait_for_close();
    });
    HttpClient client;

    EXPECT_EQ(
        ask(client, {.url = server.url("/hang")}, source.get_token()).failure(), Kind::Cancelled
    );
    EXPECT_EQ(ask(client, {.url = server.url("/")}).text(), "200 fine");
    EXPECT_EQ(server.connections(), 2);
}

TEST(HttpCancel, EndsManyCallsAtOnce) {
    std::stop_source source;
    std::atomic<int> waiting = 0;
    TestServer server([&](TestConnection& peer) {
        peer.read_request();
        if (++waiting == 20) source.request_stop();
        peer.wait_for_close();
    });
    HttpClient client;
    std::atomic<int> cancelled = 0;
    {
        std::vector<std::jthread> threads;
        threads.reserve(20);
        for (int i = 0; i < 20; ++i) {
            threads.emplace_back([&] {
                const auto got = ask(client, {.url = server.url()}, source.get_token());
                if (got.failure() == Kind::Cancelled) ++cancelled;
            });
        }
    }

    EXPECT_EQ(cancelled, 20);
}

}  // namespace

}  // namespace fovea::net
