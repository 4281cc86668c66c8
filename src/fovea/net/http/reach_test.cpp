// Where the client may go: local_only, proxies, schemes.
#include "fovea/net/http/client.hpp"
#include "fovea/net/http/test_client.hpp"
#include "fovea/net/http/transfer.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <curl/curl.h>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

class HttpReach : public ::testing::Test {
protected:
    HttpReach() {
        for (const auto* name : {"http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"}) {
            unsetenv(name);
        }
    }
    ~HttpReach() override { unsetenv("http_proxy"); }

    TestServer server_{[](TestConnection& peer) {
        while (const auto request = peer.read_request()) peer.respond(200, request->target);
    }};
};

TEST_F(HttpReach, StaysOnThisMachineWhenTold) {  // local_only
    HttpClient client({.reach = Reach::LoopbackOnly});
    const auto port = std::to_string(server_.port());

    EXPECT_EQ(ask(client, {.url = server_.url("/a")}).text(), "200 /a");
    EXPECT_EQ(ask(client, {.url = "http://localhost:" + port + "/b"}).text(), "200 /b");
    EXPECT_EQ(ask(client, {.url = "http://0x7f.1:" + port + "/c"}).text(), "200 /c");
    for (const auto* url :
         {"http://192.0.2.1/",
          "http://0.0.0.0/",
          "http://api.example.com/",
          "http://[2001:db8::1]/",
          "http://127.0.0.1@192.0.2.1/",
          "http://localhost.example.com/"}) {
        const auto got = ask(client, {.url = url});
        EXPECT_EQ(got.failure(), Kind::Refused) << url << ": " << got.text();
    }
}

TEST_F(HttpReach, LooksAtTheAddressItConnectsToAsWell) {  // local_only
    const HttpRequest request{.url = "http://192.0.2.1/"};
    const HttpEvents events;
    const std::stop_token stop;
    const HttpSettings settings{.reach = Reach::LoopbackOnly};
    Transfer transfer(request, events, stop, settings, "place");
    auto* multi = curl_multi_init();
    auto* easy = curl_easy_init();

    const auto result = transfer.run(multi, easy, Proxy::None);

    curl_easy_cleanup(easy);
    curl_multi_cleanup(multi);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, Kind::Refused);
}

TEST_F(HttpReach, AsksTheProxyOfTheEnvironment) {
    setenv("http_proxy", server_.url("").c_str(), 1);
    HttpClient client;

    EXPECT_EQ(ask(client, {.url = "http://api.test/v1"}).text(), "200 http://api.test/v1");
}

TEST_F(HttpReach, AsksNoProxyForThisMachine) {
    setenv("http_proxy", "http://192.0.2.1:3128", 1);
    HttpClient client;

    EXPECT_EQ(ask(client, {.url = server_.url("/a")}).text(), "200 /a");
}

TEST_F(HttpReach, AsksNoProxyWhenTold) {
    setenv("http_proxy", server_.url("").c_str(), 1);
    HttpClient direct({.proxy = Proxy::None});
    HttpClient local({.reach = Reach::LoopbackOnly});

    EXPECT_EQ(ask(direct, {.url = "http://api.test/v1"}).failure(), Kind::Connect);
    EXPECT_EQ(ask(local, {.url = "http://api.test/v1"}).failure(), Kind::Refused);
    EXPECT_EQ(server_.connections(), 0);
}

TEST_F(HttpReach, SpeaksHttpOnly) {
    HttpClient client;

    for (const auto* url :
         {"file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "no url", ""}) {
        EXPECT_EQ(ask(client, {.url = url}).failure(), Kind::Refused) << url;
    }
}

TEST_F(HttpReach, SendsNothingThatWouldBreakTheHead) {
    HttpClient client;

    const auto got =
        ask(client, {.url = server_.url(), .headers = {{"x-api-key", "secret\r\nX: y"}}});

    EXPECT_EQ(got.failure(), Kind::Refused);
    EXPECT_EQ(got.text().find("secret"), std::string::npos);  // Q5
    EXPECT_EQ(server_.connections(), 0);
}

}  // namespace

}  // namespace fovea::net
