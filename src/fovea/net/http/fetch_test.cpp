// What the gate lets in, and what a server can do to it.
#include "fovea/net/http/fetch.hpp"

#include "fovea/net/gate/test_gate.hpp"
#include "fovea/net/gate/test_resolver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

namespace fovea::net {

namespace {

using Fetch = TestGate;

std::string text_of(const Result<Fetched>& fetched) {
    return fetched.ok() ? std::string(as_text(fetched.value().bytes)) : fetched.error().message;
}

TEST_F(Fetch, BringsTheFileOfAnHttpsUrl) {  // Q2, ETH-4
    const auto fetched = fetch(url("/a/shot.png?key=1"));

    ASSERT_TRUE(fetched.ok()) << fetched.error().message;
    EXPECT_EQ(text_of(fetched), "the picture");
    EXPECT_EQ(fetched.value().final_url, url("/a/shot.png?key=1"));
    EXPECT_EQ(fetched.value().content_type, "image/png");
    EXPECT_TRUE(log_.empty());
}

TEST_F(Fetch, ConnectsToTheAddressThatItLookedAt) {  // Q2
    names_.lead("pictures.test", {{"127.0.0.1"}});
    const auto port = std::to_string(server_.port());

    const auto fetched = fetch("https://Pictures.Test.:" + port + "/shot.png");

    EXPECT_EQ(text_of(fetched), "the picture");
    EXPECT_EQ(fetched.value().final_url, "https://pictures.test:" + port + "/shot.png");
    EXPECT_EQ(names_.asked, 1);  // no name exists for the system's resolver in these tests
}

TEST_F(Fetch, TriesTheOtherAddressesOfANameWhenOneDoesNotAnswer) {  // Q2
    settings_.policy.allowed = loopback_networks();
    names_.lead("pictures.test", {{"::1", "127.0.0.3", "127.0.0.1"}});

    const auto fetched =
        fetch("https://pictures.test:" + std::to_string(server_.port()) + "/shot.png");

    EXPECT_EQ(text_of(fetched), "the picture");
}

TEST_F(Fetch, SendsNothingThatTellsWhoAsks) {  // Q2
    std::optional<TestRequest> seen;
    script_ = [&](TestConnection& peer) {
        seen = peer.read_request();
        peer.respond(200, "x");
    };
    setenv("https_proxy", "http://192.0.2.1:1/", 1);
    const auto fetched = fetch(url());
    unsetenv("https_proxy");

    ASSERT_TRUE(fetched.ok()) << fetched.error().message;
    for (const auto* name : {"authorization", "cookie", "referer", "proxy-authorization"}) {
        EXPECT_FALSE(find_header(seen->headers, name)) << name;
    }
    EXPECT_EQ(find_header(seen->headers, "accept-encoding"), "identity");
    EXPECT_EQ(seen->method, "GET");
}

TEST_F(Fetch, FollowsThreeRedirectsAndNoMore) {  // Q2
    int left = 3;
    script_ = [&](TestConnection& peer) {
        peer.read_request();
        if (left-- > 0) {
            peer.respond(302, "", "Location: /next?" + std::to_string(left) + "\r\n");
        } else {
            peer.respond(200, "there");
        }
    };

    const auto fetched = fetch(url());
    EXPECT_EQ(text_of(fetched), "there");
    EXPECT_EQ(fetched.value().hops, 3U);
    EXPECT_EQ(fetched.value().final_url, url("/next?0"));

    left = 4;
    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
    EXPECT_EQ(log_.back(), "a URL was refused: 127.0.0.1 redirects too many times");
}

TEST_F(Fetch, CountsTheBytesAsTheyComeWhateverWasAnnounced) {  // Q2, ETH-4: an endless body
    script_ = [](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while (peer.send_chunk(std::string(60'000, 'x'))) {
        }
    };
    const auto endless = fetch(url());
    EXPECT_EQ(code(endless), "FILE_TOO_LARGE");

    script_ = [](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx");
        peer.wait_for_close();
    };
    EXPECT_EQ(code(fetch(url())), "FILE_TOO_LARGE");
}

TEST_F(Fetch, TakesAFileOfExactlyTheLimit) {  // ETH-4
    max_bytes_ = 11;
    EXPECT_EQ(text_of(fetch(url())), "the picture");
    max_bytes_ = 10;
    EXPECT_EQ(code(fetch(url())), "FILE_TOO_LARGE");
}

TEST_F(Fetch, StopsAtTheHeadOfAWebPage) {  // Q2
    for (const auto* type : {"text/html", "Text/HTML; charset=utf-8", "application/xhtml+xml"}) {
        script_ = [&](TestConnection& peer) {
            peer.read_request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) + "\r\n\r\n");
            peer.wait_for_close();  // no byte of the body is needed
        };
        EXPECT_EQ(code(fetch(url())), "UNSUPPORTED_FILE_TYPE") << type;
    }
}

TEST_F(Fetch, UnpacksNothing) {  // Q2: a gzip bomb stays packed
    script_ = [](TestConnection& peer) {
        peer.read_request();
        peer.respond(200, "\x1f\x8b bomb", "Content-Encoding: gzip\r\n");
    };

    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
    EXPECT_NE(log_.at(0).find("compressed"), std::string::npos);
}

TEST_F(Fetch, EndsWithItsTimeThoughTheServerGoesOn) {  // Q2: a slow body
    settings_.total_timeout = std::chrono::milliseconds(50);
    script_ = [](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx");
        peer.wait_for_close();
    };

    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
}

TEST_F(Fetch, SaysWhatTheServerAnswered) {
    for (const int status : {404, 403, 500, 206, 204}) {
        script_ = [&](TestConnection& peer) {
            peer.read_request();
            peer.respond(status, "");
        };
        const auto fetched = fetch(url());
        EXPECT_EQ(code(fetched), "FILE_NOT_FOUND");
        EXPECT_NE(fetched.error().message.find(std::to_string(status)), std::string::npos);
        const bool says_no_file = fetched.error().message.starts_with("file not found at this");
        EXPECT_EQ(says_no_file, status == 404) << fetched.error().message;
    }
}

TEST_F(Fetch, DoesNotTakeHalfAFileForAWholeOne) {
    script_ = [](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    };

    EXPECT_EQ(code(fetch(url())), "FILE_NOT_FOUND");
}

TEST_F(Fetch, RefusesACertificateThatNobodyVouchesFor) {  // Q2
    settings_.ca_file = TestAuthority().file();           // gone, and another one's

    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
}

TEST_F(Fetch, RefusesACertificateForAnotherName) {  // Q2
    names_.lead("other.test", {{"127.0.0.1"}});

    const auto fetched = fetch("https://other.test:" + std::to_string(server_.port()) + "/");

    EXPECT_EQ(code(fetched), "URL_BLOCKED");
    EXPECT_EQ(
        server_.connections(), 1
    );  // the pinned address was asked, and could not prove itself
}

TEST_F(Fetch, EndsSoonAfterItIsCancelled) {  // Q2
    std::stop_source stop;
    script_ = [&](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        stop.request_stop();
        peer.wait_for_close();
    };
    EXPECT_EQ(code(fetch(url(), stop.get_token())), "CANCELLED");
    EXPECT_EQ(code(fetch(url(), stop.get_token())), "CANCELLED");
    EXPECT_EQ(server_.connections(), 1);
}

TEST_F(Fetch, CanBeCancelledWhileANameIsResolved) {  // Q2
    const HangingResolver resolver;
    settings_.resolve = resolve_name;
    std::stop_source stop;
    const std::jthread stopper([&] {
        HangingResolver::wait_until_asked();
        stop.request_stop();
    });

    EXPECT_EQ(code(fetch("https://hangs.test/", stop.get_token())), "CANCELLED");
}

TEST_F(Fetch, WorksForSeveralAtOnce) {
    std::vector<std::jthread> crowd;
    std::atomic<int> whole = 0;
    for (int i = 0; i < 8; ++i) {
        crowd.emplace_back([&] {
            if (text_of(fetch(url())) == "the picture") ++whole;
        });
    }
    crowd.clear();

    EXPECT_EQ(whole, 8);
    EXPECT_EQ(server_.connections(), 8);  // none is used twice
}

}  // namespace

}  // namespace fovea::net
