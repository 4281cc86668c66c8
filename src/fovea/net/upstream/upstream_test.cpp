#include "fovea/net/upstream/upstream.hpp"

#include "fovea/net/http/test_tls.hpp"
#include "fovea/net/server/event_loop.hpp"
#include "fovea/net/test_server.hpp"

#include <boost/asio/post.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <semaphore>

namespace fovea::net {
namespace {

using testing::HasSubstr;

// One call after the other on one loop; the loop runs until each has ended.
class Asker : public UpstreamListener {
public:
    explicit Asker(UpstreamSettings settings = {}) : settings_(std::move(settings)) {}
    ~Asker() override {
        call_.reset();
        loop_.let_go();
    }

    std::string ask(const std::string& url, const std::string& body = {}) {
        said_.clear();
        is_over_ = false;
        const auto origin = origin_of(url).value();
        call_ = call_upstream(
            loop_,
            settings_,
            {origin,
             "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: " + std::to_string(body.size()) +
                 "\r\n\r\n"},
            *this
        );
        call_->write(std::make_shared<const std::string>(body));
        call_->request_done();
        loop_.context().restart();
        while (!is_over_) loop_.context().run_one();
        return said_;
    }

    void upstream_head(ResponseHead head) override { said_ = std::to_string(head.status) + " "; }
    void upstream_body(std::string_view bytes) override {
        said_ += bytes;
        if (cancels_) {
            call_.reset();
            is_over_ = true;
        }
    }
    void upstream_done() override { is_over_ = true; }
    void upstream_failed(HttpFailure failure) override {
        said_ += failure.message;
        is_over_ = true;
    }

    bool was_reused() const { return call_->was_reused(); }
    bool cancels_ = false;

private:
    UpstreamSettings settings_;
    EventLoop loop_;
    std::unique_ptr<UpstreamCall> call_;
    std::string said_;
    bool is_over_ = false;
};

void echo(TestConnection& peer) {
    while (const auto request = peer.read_request()) peer.respond(200, request->body);
}

TEST(Upstream, OneConnectionCarriesOneCallAfterTheOther) {  // D4
    TestServer server(echo);
    Asker asker;

    EXPECT_EQ(asker.ask(server.url(), "one"), "200 one");
    EXPECT_FALSE(asker.was_reused());
    const std::string large(3'000'000, 'x');
    EXPECT_EQ(asker.ask(server.url(), large), "200 " + large);
    EXPECT_TRUE(asker.was_reused());
    EXPECT_EQ(server.connections(), 1);
}

TEST(Upstream, TlsIsVerifiedAndItsConnectionsAreKept) {
    const TestAuthority authority;
    TestServer server(echo, "https", [&](int fd) { return authority.wrap(fd); });
    const std::string large(300'000, 'x');

    Asker asker({.ca_file = authority.file()});
    EXPECT_EQ(asker.ask(server.url(), "one"), "200 one");
    EXPECT_EQ(asker.ask(server.url(), large), "200 " + large);
    EXPECT_EQ(server.connections(), 1);

    Asker stranger;
    EXPECT_THAT(stranger.ask(server.url(), "one"), HasSubstr("its certificate is not accepted"));
}

TEST(Upstream, ACertificateForAnotherNameIsNotAccepted) {
    const TestAuthority authority({.names = "DNS:elsewhere.test"});
    TestServer server(echo, "https", [&](int fd) { return authority.wrap(fd); });

    Asker asker({.ca_file = authority.file()});
    EXPECT_THAT(asker.ask(server.url()), HasSubstr("its certificate is not accepted"));
}

TEST(Upstream, WhoeverLetsGoClosesTheConnection) {
    std::binary_semaphore closed{0};
    TestServer server([&](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        peer.send_chunk("on and on");
        peer.wait_for_close();
        closed.release();
    });
    Asker asker;
    asker.cancels_ = true;

    EXPECT_EQ(asker.ask(server.url()), "200 on and on");

    closed.acquire();
}

TEST(Upstream, WhatGoesWrongIsASentenceWithoutPathsAndHeaders) {
    TestServer cut([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ncut");
    });
    TestServer garbage([](TestConnection& peer) {
        peer.read_request();
        peer.send("220 mail.example.org ESMTP\r\n\r\n");
        peer.wait_for_close();
    });
    Asker asker;

    EXPECT_EQ(asker.ask(cut.url()), "200 cut127.0.0.1: the connection ended before the answer did");
    EXPECT_EQ(asker.ask(garbage.url()), "127.0.0.1: the answer is not HTTP/1.1");
    EXPECT_EQ(asker.ask("http://127.0.0.1:1/"), "127.0.0.1: connection refused");
}

TEST(Upstream, LocalOnlyAsksNobodyElse) {  // Q2
    Asker asker({.reach = Reach::LoopbackOnly});

    EXPECT_THAT(asker.ask("http://192.0.2.1/"), HasSubstr("local_only"));
    EXPECT_THAT(asker.ask("http://models.example/"), HasSubstr("local_only"));
}

}  // namespace
}  // namespace fovea::net
