// What the gate refuses, and that nobody there is even connected to.
#include "fovea/net/gate/test_gate.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/net/http/fetch.hpp"
#include "fovea/net/http/test_client.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

using FetchRefusal = TestGate;

TEST_F(FetchRefusal, SaysTheSameForEveryReasonAndTellsTheLog) {  // Q2
    names_.lead("inside.test", {{"10.0.0.1"}});
    std::vector<Error> errors;
    for (const auto* url :
         {"http://example.org/",
          "https://10.0.0.1/",
          "https://localhost/",
          "https://inside.test/",
          "https://8.8.8.8:22/"}) {
        const auto fetched = fetch(url);
        ASSERT_FALSE(fetched.ok()) << url;
        errors.push_back(fetched.error());
    }

    for (const auto& error : errors) EXPECT_EQ(error, errors.front());
    EXPECT_EQ(errors.front().code, ErrorCode::UrlBlocked);
    ASSERT_EQ(log_.size(), 5U);
    EXPECT_EQ(log_[1], "a URL was refused: 10.0.0.1: 10.0.0.1 is private");
    EXPECT_EQ(log_[3], "a URL was refused: inside.test: 10.0.0.1 is private");
    EXPECT_EQ(log_[4], "a URL was refused: 8.8.8.8: port 22 is not allowed");
}

TEST_F(FetchRefusal, SaysOfANameThatDoesNotResolveThatItDoesNot) {
    const auto fetched = fetch("https://nobody.test/shot.png?key=secret");

    ASSERT_FALSE(fetched.ok());
    EXPECT_EQ(
        fetched.error(),
        (Error{
            ErrorCode::FileNotFound,
            "the name nobody.test does not resolve; check the spelling and the network connection"})
    );
    EXPECT_EQ(log_, std::vector<std::string>{});
}

TEST_F(FetchRefusal, DoesNotAskAnybodyAboutNamesOfAnInnerNetwork) {  // Q2
    for (const auto* url :
         {"https://wiki/", "https://printer.local/", "https://db.internal/", "https://git.corp/"}) {
        EXPECT_EQ(code(fetch(url)), "URL_BLOCKED") << url;
    }
    EXPECT_EQ(names_.asked, 0);
}

TEST_F(FetchRefusal, DoesNotConnectToLoopbackInAnyNotation) {  // Q2
    settings_.policy.allowed.clear();
    const SilentListener listener("127.0.0.1");
    settings_.ports = {static_cast<std::uint16_t>(std::stoi(listener.port()))};
    for (const auto* host :
         {"127.0.0.1",
          "127.1",
          "2130706433",
          "0x7f000001",
          "0x7f.1",
          "0177.0.0.1",
          "017700000001",
          "0",
          "0.0.0.0",
          "127.0.0.1.",
          "[::1]",
          "[::]",
          "[::ffff:127.0.0.1]",
          "[::ffff:7f00:1]",
          "[::127.0.0.1]",
          "[64:ff9b::127.0.0.1]",
          "[64:ff9b:1::7f00:1]",
          "[2002:7f00:1::]",
          "[2001::80ff:fffe]",
          "[fe80::5efe:127.0.0.1]",
          "[fe80::1%25lo]",
          "localhost",
          "localhost.",
          "①②⑦.⓪.⓪.①",
          "127。0。0。1",
          "ⓛocalhost",
          "user@127.0.0.1",
          "example.org\\@127.0.0.1"}) {
        const auto fetched = fetch("https://" + std::string(host) + ":" + listener.port() + "/");
        EXPECT_EQ(code(fetched), "URL_BLOCKED") << host;
    }

    EXPECT_FALSE(listener.was_asked());
    EXPECT_EQ(names_.asked, 0);  // none of them is a name for a resolver
}

TEST_F(FetchRefusal, DoesNotFollowARedirectInside) {  // Q2
    const SilentListener listener("127.0.0.2");
    for (const auto& location :
         {"https://" + listener.place() + "/",
          "https://2130706434:" + listener.port() + "/",
          std::string("https://127.0.0.3/"),
          std::string("https://169.254.169.254/latest/meta-data/"),
          std::string("https://[fd00:ec2::254]/"),
          std::string("https://metadata.google.internal/"),
          std::string("http://127.0.0.1/"),
          std::string("file:///etc/passwd"),
          std::string("data:image/png;base64,AAAA"),
          std::string("ftp://example.org/a.png"),
          std::string("https://user:key@127.0.0.1/")}) {
        script_ = [&](TestConnection& peer) {
            peer.read_request();
            peer.respond(302, "", "Location: " + location + "\r\n");
        };
        EXPECT_EQ(code(fetch(url())), "URL_BLOCKED") << location;
    }

    EXPECT_FALSE(listener.was_asked());
}

TEST_F(FetchRefusal, ResolvesOnceForEachHopAndLooksEveryTime) {  // Q2: rebinding
    const SilentListener listener("127.0.0.2");
    names_.lead("pictures.test", {{"127.0.0.1"}, {"127.0.0.2"}});
    script_ = [&](TestConnection& peer) {
        peer.read_request();
        peer.respond(302, "", "Location: https://pictures.test:" + listener.port() + "/\r\n");
    };

    const auto fetched = fetch("https://pictures.test:" + std::to_string(server_.port()) + "/");

    EXPECT_EQ(code(fetched), "URL_BLOCKED");
    EXPECT_EQ(log_.back(), "a URL was refused: pictures.test: 127.0.0.2 is loopback");
    EXPECT_EQ(server_.connections(), 1);
    EXPECT_EQ(names_.asked, 2);
    EXPECT_FALSE(listener.was_asked());
}

TEST_F(FetchRefusal, ChecksANameThatARedirectLeadsTo) {  // Q2: rebinding across a redirect
    const SilentListener listener("127.0.0.2");
    names_.lead("rebind.test", {{"127.0.0.2"}});
    script_ = [&](TestConnection& peer) {
        peer.read_request();
        peer.respond(307, "", "Location: https://rebind.test:" + listener.port() + "/\r\n");
    };

    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
    EXPECT_EQ(names_.asked, 1);
    EXPECT_FALSE(listener.was_asked());
}

TEST_F(FetchRefusal, RefusesANameWhenOneOfItsAddressesIsInside) {  // Q2: mixed answers
    const SilentListener listener("127.0.0.2");
    for (const auto* inside : {"127.0.0.2", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"}) {
        names_.lead("mixed.test", {{"127.0.0.1", inside}});
        EXPECT_EQ(code(fetch("https://mixed.test:" + listener.port() + "/")), "URL_BLOCKED");
    }

    EXPECT_FALSE(listener.was_asked());
    EXPECT_EQ(server_.connections(), 0);
}

TEST_F(FetchRefusal, LooksAtEverySocketBeforeItIsOpened) {  // Q2: the second line of defence
    const SilentListener listener("127.0.0.2");
    int sockets = 0;
    HttpClient client(
        {.guard =
             Guard{
                 .refuses =
                     [&](const IpAddress& address) {
                         ++sockets;
                         return address.text() + " was not checked";
                     },
                 .pinned = {*parse_address("127.0.0.2")}}}
    );

    const auto got = ask(client, {.url = "https://public.test:" + listener.port() + "/"});

    EXPECT_EQ(got.failure(), HttpFailure::Kind::Refused);
    EXPECT_EQ(sockets, 1);
    EXPECT_FALSE(listener.was_asked());
}

TEST_F(FetchRefusal, AsksNobodyForAnotherSchemeOnAGuardedConnection) {  // Q2
    const SilentListener listener("127.0.0.2");
    HttpClient client({.guard = Guard{.refuses = [](const IpAddress&) { return ""; }}});

    EXPECT_FALSE(ask(client, {.url = "http://" + listener.place() + "/"}).result.ok());
    EXPECT_FALSE(listener.was_asked());
}

TEST_F(FetchRefusal, FetchesNothingWhenItIsOff) {  // local_only
    settings_.off = "local_only is set";

    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
    EXPECT_EQ(log_.at(0), "a URL was refused: local_only is set");
    EXPECT_EQ(server_.connections(), 0);
}

}  // namespace

}  // namespace fovea::net
