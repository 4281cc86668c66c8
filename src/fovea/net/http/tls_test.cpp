#include "fovea/net/http/client.hpp"
#include "fovea/net/http/test_client.hpp"
#include "fovea/net/http/test_pattern_body.hpp"
#include "fovea/net/http/test_tls.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

class Tls : public ::testing::Test {
protected:
    TestAuthority authority_;
    TestServer server_{
        [](TestConnection& peer) {
            while (peer.read_request()) peer.respond(200, "private");
        },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
};

TEST_F(Tls, TalksToAServerThatAKnownAuthorityVouchesFor) {  // Q2
    HttpClient client({.ca_file = authority_.file()});

    const auto got = ask(client, {.url = server_.url()});

    EXPECT_EQ(got.text(), "200 private");
}

TEST_F(Tls, RefusesAServerThatNobodyVouchesFor) {
    HttpClient client;

    const auto got = ask(client, {.url = server_.url()});

    EXPECT_EQ(got.failure(), Kind::Tls);
    EXPECT_TRUE(got.result.error().before_first_byte);
}

TEST_F(Tls, RefusesACertificateForAnotherName) {
    HttpClient client({.ca_file = authority_.file()});

    const auto got =
        ask(client, {.url = "https://localhost:" + std::to_string(server_.port()) + "/"});

    EXPECT_EQ(got.failure(), Kind::Tls);
}

TEST_F(Tls, SaysThatTheFileOfAuthoritiesIsNotThere) {
    HttpClient client({.ca_file = "/dev/null/ca.pem"});

    const auto got = ask(client, {.url = server_.url()});

    EXPECT_EQ(got.failure(), Kind::Tls);
}

TEST_F(Tls, KeepsTheConnection) {
    HttpClient client({.ca_file = authority_.file()});

    ask(client, {.url = server_.url()});
    ask(client, {.url = server_.url()});

    EXPECT_EQ(server_.connections(), 1);
}

TEST(TlsToNobody, OutlivesAServerThatHangsUpWhileTheBodyIsSent) {
    const TestAuthority authority;
    const TestServer server(
        [](TestConnection& peer) {
            peer.read_head();
            peer.reset();
        },
        "https",
        [&](int fd) { return authority.wrap(fd); }
    );
    HttpClient client({.ca_file = authority.file()});
    PatternBody body(1ULL << 40);

    const auto got = ask(client, {.method = "POST", .url = server.url(), .body = &body});

    EXPECT_EQ(got.failure(), Kind::Interrupted);
    EXPECT_TRUE(got.result.error().before_first_byte);
}

TEST(TlsToNobody, GivesUpWhenTheServerNeverShakesHands) {
    const TestServer server([](TestConnection& peer) { peer.wait_for_close(); }, "https");
    HttpClient client;

    const auto got =
        ask(client, {.url = server.url(), .connect_timeout = std::chrono::milliseconds(50)});

    EXPECT_EQ(got.failure(), Kind::Timeout);
    EXPECT_TRUE(got.result.error().before_first_byte);
}

TEST(TlsToNobody, CannotConnectToAServerThatSpeaksSomethingElse) {
    const TestServer server([](TestConnection& peer) { peer.send("220 mail\r\n"); }, "https");
    HttpClient client;

    const auto got = ask(client, {.url = server.url()});

    EXPECT_EQ(got.failure(), Kind::Connect);
}

}  // namespace

}  // namespace fovea::net
