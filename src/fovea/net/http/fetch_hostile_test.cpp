// Servers that pass the gate and then lie: in their certificate, their head, their body, and in what
// they ask to be remembered.
#include "fovea/net/gate/test_gate.hpp"
#include "fovea/net/http/fetch.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <optional>

namespace fovea::net {

namespace {

class FetchHostile : public TestGate {
protected:
    // Whatever is asked, these bytes; then the connection closes.
    void answer(std::string bytes) {
        script_ = [bytes = std::move(bytes)](TestConnection& peer) {
            peer.read_request();
            peer.send(bytes);
        };
    }
    // The same, and then nothing, for as long as the client likes.
    void answer_and_wait(std::string bytes) {
        script_ = [bytes = std::move(bytes)](TestConnection& peer) {
            peer.read_request();
            peer.send(bytes);
            peer.wait_for_close();
        };
    }
};

TEST_F(FetchHostile, NeedsACertificateForThisNameAndThisDay) {  // Q2
    constexpr long kDay = 86'400;
    const struct {
        const char* what;
        TestCertificate shown;
    } kRows[] = {
        {"expired", {.from = -2 * kDay, .to = -kDay}},
        {"not valid yet", {.from = kDay, .to = 2 * kDay}},
        {"signed by itself", {.signs_itself = true}},
        {"for another address", {.names = "IP:127.0.0.2"}},
        {"for a name that looks like it", {.names = "DNS:127.0.0.1"}},
        {"over TLS 1.1", {.newest_tls = TLS1_1_VERSION}},
    };
    for (const auto& row : kRows) {
        const TestAuthority authority(row.shown);
        std::atomic<bool> was_asked = false;
        const TestServer server(
            [&](TestConnection& peer) {
                if (peer.read_request()) was_asked = true;
                peer.respond(200, "secret");
            },
            "https",
            [&](int fd) { return authority.wrap(fd); }
        );
        settings_.ca_file = authority.file();

        EXPECT_NE(code(fetch(server.url())), "") << row.what;
        EXPECT_FALSE(was_asked) << row.what;
    }
}

TEST_F(FetchHostile, EndsWithItsTimeWhereverTheServerStalls) {  // Q2: slowloris
    settings_.total_timeout = std::chrono::milliseconds(50);
    for (const auto* bytes :
         {"",
          "H",
          "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nX-Slow:",
          "HTTP/1.1 100 Continue\r\n\r\n",
          "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
          "HTTP/1.1 200 OK\r\n\r\nno end"}) {
        answer_and_wait(bytes);
        const auto fetched = fetch(url());
        EXPECT_EQ(code(fetched), "URL_BLOCKED") << bytes;
        EXPECT_NE(fetched.error().message.find("timed out"), std::string::npos) << bytes;
    }
}

TEST_F(FetchHostile, GivesUpOnAServerThatNeverShakesHands) {  // Q2: a TLS stall
    const TestServer silent([](TestConnection& peer) { peer.wait_for_close(); }, "https");
    settings_.connect_timeout = std::chrono::milliseconds(50);

    EXPECT_EQ(code(fetch(silent.url())), "URL_BLOCKED");
    EXPECT_EQ(silent.connections(), 1);
}

TEST_F(FetchHostile, StopsReadingAHeadWithoutEnd) {  // Q2: floods of headers and of 1xx
    for (const std::string& line :
         {std::string("HTTP/1.1 100 Continue\r\n\r\n"),
          "HTTP/1.1 103 Early Hints\r\nX: " + std::string(900, 'x') + "\r\n\r\n"}) {
        script_ = [line](TestConnection& peer) {
            peer.read_request();
            while (peer.send(line)) {
            }
        };
        EXPECT_EQ(code(fetch(url())), "URL_BLOCKED") << line.substr(0, 30);
    }
    for (const auto* piece : {"X-Flood: 0123456789012345678901234567890\r\n", "x"}) {
        script_ = [piece](TestConnection& peer) {
            peer.read_request();
            peer.send("HTTP/1.1 200 OK\r\nX-First: ");
            while (peer.send(piece)) {
            }
        };
        EXPECT_EQ(code(fetch(url())), "URL_BLOCKED") << piece;
    }
}

TEST_F(FetchHostile, TakesNoBodyWhoseFramingLies) {  // Q2
    const struct {
        const char* bytes;
        const char* code;
    } kRows[] = {
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nab\r\n0\r\n\r\n",
         "FILE_NOT_FOUND"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
         "FILE_NOT_FOUND"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
         "FFFFFFFFFFFFFFFFFFFFFFFFF\r\nab\r\n0\r\n\r\n",
         "FILE_NOT_FOUND"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab\r\n0\r\n\r\n",
         "FILE_NOT_FOUND"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", "FILE_NOT_FOUND"},
        {"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nab", "URL_BLOCKED"},
        {"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nab", "URL_BLOCKED"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", "FILE_NOT_FOUND"},
        {"just words\n", "URL_BLOCKED"},  // HTTP/0.9
        {"HTTP/1.1 banana\r\n\r\nab", "URL_BLOCKED"},
        {"HTTP/1.1 200 OK\r\nno colon\r\n\r\nab", "URL_BLOCKED"},
        {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nab", "FILE_NOT_FOUND"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
         "URL_BLOCKED"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: "
         "chunked\r\n\r\n0\r\n\r\n",
         "URL_BLOCKED"},
        {"HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Encoding: br\r\n\r\nab",
         "URL_BLOCKED"},
        {"", "FILE_NOT_FOUND"},
    };
    for (const auto& row : kRows) {
        answer(row.bytes);
        EXPECT_EQ(code(fetch(url())), row.code) << row.bytes;
    }
}

TEST_F(FetchHostile, TakesNoMoreThanWasAnnounced) {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP/1.1 200 OK\r\n\r\nmore");

    const auto fetched = fetch(url());

    ASSERT_TRUE(fetched.ok()) << fetched.error().message;
    EXPECT_EQ(as_text(fetched.value().bytes), "ab");
}

TEST_F(FetchHostile, NeedNotWaitForABodyThatIsAnnouncedAsTooLarge) {  // ETH-4
    answer_and_wait("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");

    EXPECT_EQ(code(fetch(url())), "FILE_TOO_LARGE");
}

TEST_F(FetchHostile, DoesNotUnpackABombInTheTransferEncoding) {  // Q2
    // 20 bytes of gzip that are 1000 zeros.
    const std::string packed(
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x63\x60\x18\x05\xa3\x60\x14\x0c\x54\x00", 20
    );
    answer(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n14\r\n" + packed +
        "\r\n0\r\n\r\n"
    );

    EXPECT_EQ(code(fetch(url())), "URL_BLOCKED");
    EXPECT_NE(log_.back().find("compressed"), std::string::npos) << log_.back();
}

TEST_F(FetchHostile, FollowsARedirectOnlyToWhatPassesTheWholeGate) {  // Q2
    const SilentListener listener("127.0.0.2");
    const auto port = listener.port();
    for (const std::string& location :
         {std::string(""),
          "//127.0.0.2:" + port + "/",
          "//2130706434:" + port + "/",
          "///127.0.0.2:" + port + "/",
          "https:///127.0.0.2:" + port + "/",
          "https://127.0.0.1@127.0.0.2:" + port + "/",
          "https://10.0.0.1#@127.0.0.2:" + port + "/",
          "https://127.0.0.1\\@127.0.0.2:" + port + "/",
          "https://127.0.0.1%2f@127.0.0.2:" + port + "/",
          "https://%31%32%37.0.0.2:" + port + "/",
          "https://[::ffff:127.0.0.2]:" + port + "/",
          "https://[::ffff:7f00:2]:" + port + "/",
          "https://[64:ff9b::7f00:2]:" + port + "/",
          "https://[2002:7f00:2::]:" + port + "/",
          "https://[::127.0.0.2]:" + port + "/",
          "https://[fe80::1%25lo]:" + port + "/",
          "https://127。0。0。2:" + port + "/",
          "https://１２７.0.0.2:" + port + "/",
          "https://0x7f.2:" + port + "/",
          "https://0177.0.0.2:" + port + "/",
          "https://127.2:" + port + "/",
          "https://127.0.0.2.:" + port + "/",
          "HTTPS://LOCALHOST:" + port + "/",
          "https://localhost.localdomain:" + port + "/",
          "http://127.0.0.2:" + port + "/",
          "https://127.0.0.2:" + port + "/\thttps://127.0.0.1/",
          std::string("https://8.8.8.8:8443/"),
          std::string("https://0/"),
          std::string("https://[::]/"),
          std::string("https://100.64.0.1/"),
          std::string("https://192.0.0.192/"),
          std::string("https://198.18.0.1/"),
          std::string("https://240.0.0.1/"),
          std::string("https://255.255.255.255/")}) {
        answer("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + "\r\n\r\n");
        EXPECT_EQ(code(fetch(url())), "URL_BLOCKED") << location;
    }
    EXPECT_FALSE(listener.was_asked());
    EXPECT_EQ(names_.asked, 0);
}

TEST_F(FetchHostile, NeedsALocationForARedirectAndTakesTheFirst) {  // Q2
    const SilentListener listener("127.0.0.2");
    const auto inside = "Location: https://" + listener.place() + "/\r\n";
    for (const std::string& headers :
         {std::string(), inside + "Location: " + url("/good") + "\r\n"}) {
        answer("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n" + headers + "\r\n");
        EXPECT_EQ(code(fetch(url())), "URL_BLOCKED") << headers;
    }
    for (const auto* status : {"300 Choices", "304 Not Modified", "305 Use Proxy", "306 Old"}) {
        answer("HTTP/1.1 " + std::string(status) + "\r\nContent-Length: 0\r\n" + inside + "\r\n");
        EXPECT_EQ(code(fetch(url())), "FILE_NOT_FOUND") << status;
    }
    EXPECT_FALSE(listener.was_asked());
}

TEST_F(FetchHostile, RemembersNothingBetweenHopsAndFetches) {  // Q2: cookies, HSTS, alt-svc
    const SilentListener listener("127.0.0.2");
    std::mutex mutex;
    std::vector<TestRequest> seen;
    int hops = 1;
    script_ = [&](TestConnection& peer) {
        const std::scoped_lock lock(mutex);
        if (const auto request = peer.read_request()) seen.push_back(*request);
        const auto remember =
            "Set-Cookie: id=7; Path=/\r\nStrict-Transport-Security: max-age=99\r\n"
            "Alt-Svc: h2=\"" +
            listener.place() + "\"; ma=3600, h3=\"" + listener.place() +
            "\"\r\nRefresh: 0; url=https://" + listener.place() +
            "/\r\nWWW-Authenticate: Basic realm=x\r\nConnection: keep-alive\r\n";
        if (hops-- > 0) {
            peer.respond(302, "", remember + "Location: /next\r\n");
        } else {
            peer.respond(200, "x", remember);
        }
    };

    EXPECT_EQ(code(fetch(url())), "");
    EXPECT_EQ(code(fetch(url())), "");

    ASSERT_EQ(seen.size(), 3U);
    for (const auto& request : seen) {
        for (const auto* name : {"cookie", "referer", "authorization", "alt-used", "upgrade"}) {
            EXPECT_FALSE(find_header(request.headers, name)) << name;
        }
    }
    EXPECT_EQ(server_.connections(), 3);  // a connection of its own for every hop
    EXPECT_FALSE(listener.was_asked());
}

}  // namespace

}  // namespace fovea::net
