// Calls to servers that speak HTTP/2, over TLS.
#include "fovea/net/http/test_tls.hpp"
#include "fovea/net/server/event_loop.hpp"
#include "fovea/net/test_server.hpp"
#include "fovea/net/upstream/test_http2.hpp"
#include "fovea/net/upstream/upstream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <semaphore>

namespace fovea::net {
namespace {

using testing::HasSubstr;

class Call : public UpstreamListener {
public:
    Call(EventLoop& loop, const UpstreamSettings& settings, const std::string& url)
        : loop_(loop), settings_(settings), origin_(origin_of(url).value()) {}

    void begin(std::size_t length) {
        is_over_ = false;
        said_.clear();
        call_ = call_upstream(
            loop_,
            settings_,
            {origin_,
             "POST /path HTTP/1.1\r\nhost: x\r\ncontent-length: " + std::to_string(length) +
                 "\r\n\r\n"},
            *this
        );
    }
    void write(const std::string& bytes) {
        call_->write(std::make_shared<const std::string>(bytes));
    }
    void ask(const std::string& body = "?") {
        begin(body.size());
        write(body);
        call_->request_done();
    }
    void leave() {
        call_.reset();
        is_over_ = true;
    }

    void upstream_head(ResponseHead head) override { said_ = std::to_string(head.status) + " "; }
    void upstream_body(std::string_view bytes) override {
        said_ += bytes;
        if (pauses_) call_->pause();
    }
    void upstream_done() override { is_over_ = true; }
    void upstream_failed(HttpFailure failure) override {
        said_ += failure.message;
        failure_ = failure;
        is_over_ = true;
    }
    void upstream_drained() override { ++drained_; }

    EventLoop& loop_;
    const UpstreamSettings& settings_;
    Origin origin_;
    std::unique_ptr<UpstreamCall> call_;
    std::optional<HttpFailure> failure_;
    std::string said_;
    int drained_ = 0;
    bool pauses_ = false;
    bool is_over_ = false;
};

class UpstreamHttp2 : public testing::Test {
protected:
    ~UpstreamHttp2() override {
        calls_.clear();
        loop_.let_go();
    }

    std::string serve(TestServer::Script script) {
        server_ = std::make_unique<TestServer>(std::move(script), "https", [this](int fd) {
            return authority_.wrap(fd);
        });
        return server_->url();
    }
    Call& call(const std::string& url) { return calls_.emplace_back(loop_, settings_, url); }
    template <class Done>
    void run_until(const Done& done) {
        loop_.context().restart();
        while (!done()) loop_.context().run_one();
    }
    std::string answer(Call& call) {
        run_until([&] { return call.is_over_; });
        return call.said_;
    }

    const TestAuthority authority_{{.speaks_http2 = true}};
    const UpstreamSettings settings_{.ca_file = authority_.file()};
    EventLoop loop_;
    std::unique_ptr<TestServer> server_;
    std::list<Call> calls_;
};

void echo(TestConnection& connection) {
    TestHttp2 peer(connection);
    while (auto asked = peer.read_request()) peer.respond(asked->stream, 200, asked->request.body);
}

TEST_F(UpstreamHttp2, ACallIsARequestAndItsAnswer) {  // D4
    const auto url = serve(echo);
    auto& one = call(url);
    one.ask("one");
    EXPECT_EQ(answer(one), "200 one");
    EXPECT_FALSE(one.call_->was_reused());

    const std::string large(1'000'000, 'x');
    one.ask(large);
    EXPECT_EQ(answer(one), "200 " + large);
    EXPECT_TRUE(one.call_->was_reused());
    EXPECT_EQ(server_->connections(), 1);
}

TEST_F(UpstreamHttp2, ManyCallsShareOneConnection) {  // D4
    const auto url = serve([](TestConnection& connection) {
        TestHttp2 peer(connection);
        if (auto first = peer.read_request()) peer.respond(first->stream, 200, "first");
        std::vector<TestHttp2::Asked> waiting;
        while (auto asked = peer.read_request()) {
            waiting.push_back(std::move(*asked));
            if (waiting.size() < 20) continue;
            // Who came last is answered first.
            while (!waiting.empty()) {
                peer.respond(waiting.back().stream, 200, waiting.back().request.body);
                waiting.pop_back();
            }
        }
    });
    auto& first = call(url);
    first.ask();
    EXPECT_EQ(answer(first), "200 first");
    std::vector<Call*> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(&call(url));
        all.back()->ask(std::to_string(i));
    }
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(answer(*all[static_cast<std::size_t>(i)]), "200 " + std::to_string(i));
    }
    EXPECT_EQ(server_->connections(), 1);
}

TEST_F(UpstreamHttp2, NoMoreCallsAtOnceThanTheServerTakes) {
    const auto url = serve([](TestConnection& connection) {
        TestHttp2 peer(connection, {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 2}});
        while (auto asked = peer.read_request()) {
            if (asked->request.body != "hold") peer.respond(asked->stream, 200, "done");
        }
    });
    auto& first = call(url);
    first.ask();
    EXPECT_EQ(answer(first), "200 done");
    for (int i = 0; i < 2; ++i) call(url).ask("hold");
    auto& third = call(url);
    third.ask();

    EXPECT_EQ(answer(third), "200 done");
    EXPECT_EQ(server_->connections(), 2);
}

TEST_F(UpstreamHttp2, WhoeverLeavesEndsTheirCallAlone) {  // D4
    std::binary_semaphore left{0};
    std::atomic<std::uint32_t> why{0};
    const auto url = serve([&](TestConnection& connection) {
        TestHttp2 peer(connection);
        auto one = peer.read_request();
        peer.begin(one->stream, 200);
        peer.say(one->stream, "one");
        auto two = peer.read_request();
        why = peer.wait_for_end(one->stream).value_or(0);
        left.release();
        peer.respond(two->stream, 200, "two");
        while (peer.read_request()) {
        }
    });
    auto& one = call(url);
    one.ask();
    run_until([&] { return one.said_ == "200 one"; });
    auto& two = call(url);
    two.ask();
    one.leave();

    EXPECT_EQ(answer(two), "200 two");
    left.acquire();
    EXPECT_EQ(why, NGHTTP2_CANCEL);
    EXPECT_EQ(server_->connections(), 1);
}

TEST_F(UpstreamHttp2, WhoReadsSlowlyKeepsNobodyWaiting) {
    std::atomic<std::size_t> waiting{0};
    const auto url = serve([&](TestConnection& connection) {
        TestHttp2 peer(connection);
        auto slow = peer.read_request();
        peer.begin(slow->stream, 200);
        peer.say(slow->stream, std::string(20'000'000, 'x'));
        auto quick = peer.read_request();
        waiting = peer.waiting(slow->stream);
        peer.finish(slow->stream);
        peer.respond(quick->stream, 200, "quick");
        while (peer.read_request()) {
        }
    });
    auto& slow = call(url);
    slow.pauses_ = true;
    slow.ask();
    run_until([&] { return slow.said_.size() > 4; });
    auto& quick = call(url);
    quick.ask();

    EXPECT_EQ(answer(quick), "200 quick");
    EXPECT_GT(waiting, 15'000'000u);
    EXPECT_LT(slow.said_.size(), 3'000'000u);
    slow.pauses_ = false;
    slow.call_->resume();
    EXPECT_EQ(answer(slow).size(), 20'000'004u);
}

TEST_F(UpstreamHttp2, BytesThatWaitForTheServerAreTold) {
    std::binary_semaphore may_read{0};
    const auto url = serve([&](TestConnection& connection) {
        may_read.acquire();
        echo(connection);
    });
    auto& one = call(url);
    one.begin(2'000'000);
    one.write(std::string(2'000'000, 'x'));
    EXPECT_GE(one.call_->unwritten(), 2'000'000u);
    EXPECT_EQ(one.drained_, 0);
    one.call_->request_done();
    may_read.release();

    EXPECT_EQ(answer(one).size(), 2'000'004u);
    EXPECT_GT(one.drained_, 0);
    EXPECT_EQ(one.call_->unwritten(), 0u);
}

TEST_F(UpstreamHttp2, AServerThatGoesAwayIsLeftAndAskedOnAnotherConnection) {  // R3
    std::atomic<int> round{0};
    const auto url = serve([&](TestConnection& connection) {
        TestHttp2 peer(connection);
        const bool is_first = ++round == 1;
        while (auto asked = peer.read_request()) {
            if (is_first && asked->request.body == "late") {
                peer.go_away(asked->stream - 2);
            } else {
                peer.respond(asked->stream, 200, asked->request.body);
            }
        }
    });
    auto& one = call(url);
    one.ask("early");
    EXPECT_EQ(answer(one), "200 early");
    auto& late = call(url);
    late.ask("late");
    answer(late);
    ASSERT_TRUE(late.failure_);
    EXPECT_TRUE(late.failure_->before_first_byte);
    EXPECT_TRUE(late.call_->was_reused());

    auto& again = call(url);
    again.ask("late");
    EXPECT_EQ(answer(again), "200 late");
    EXPECT_EQ(server_->connections(), 2);
}

TEST_F(UpstreamHttp2, WhoWantsHttp1IsAskedSo) {
    std::atomic<int> round{0};
    const auto url = serve([&](TestConnection& connection) {
        if (++round == 2) {
            connection.read_request();
            connection.respond(200, "one at a time");
            return;
        }
        TestHttp2 peer(connection);
        while (auto asked = peer.read_request()) {
            peer.refuse(asked->stream, NGHTTP2_HTTP_1_1_REQUIRED);
        }
    });
    auto& one = call(url);
    one.ask();
    EXPECT_EQ(answer(one), "127.0.0.1: the server did not take the request");
    EXPECT_TRUE(one.failure_->before_first_byte);

    auto& two = call(url);
    two.ask();
    EXPECT_EQ(answer(two), "200 one at a time");
}

TEST_F(UpstreamHttp2, WhatGoesWrongIsASentence) {
    const auto cut = serve([](TestConnection& connection) {
        TestHttp2 peer(connection);
        auto asked = peer.read_request();
        peer.begin(asked->stream, 200);
        peer.say(asked->stream, "cut");
    });
    auto& one = call(cut);
    one.ask();
    EXPECT_EQ(answer(one), "200 cut127.0.0.1: the connection ended before the answer did");
    EXPECT_FALSE(one.failure_->before_first_byte);

    const auto garbage = serve([](TestConnection& connection) {
        connection.read_bytes();
        connection.send(std::string(100, 'x'));
        connection.wait_for_close();
    });
    auto& two = call(garbage);
    two.ask();
    EXPECT_EQ(answer(two), "127.0.0.1: the answer is not HTTP/2");

    const auto lying = serve([](TestConnection& connection) {
        TestHttp2 peer(connection);
        auto asked = peer.read_request();
        peer.respond(asked->stream, 200, "more than three", {{"content-length", "3"}});
        peer.read_request();
    });
    auto& three = call(lying);
    three.ask();
    EXPECT_THAT(answer(three), HasSubstr("the server broke its answer off"));

    const auto endless = serve([](TestConnection& connection) {
        TestHttp2 peer(connection);
        auto asked = peer.read_request();
        std::vector<std::pair<std::string, std::string>> many;
        for (int i = 0; i < 20; ++i)
            many.emplace_back("x-" + std::to_string(i), std::string(3000, 'x'));
        for (int i = 0; i < 20; ++i)
            many.emplace_back("y-" + std::to_string(i), std::string(1000, 'x'));
        peer.respond(asked->stream, 200, "", many);
        peer.read_request();
    });
    auto& four = call(endless);
    four.ask();
    EXPECT_THAT(answer(four), HasSubstr("the server broke its answer off"));
}

TEST_F(UpstreamHttp2, AnAnswerThatComesEarlyEndsTheRequest) {
    const auto url = serve([](TestConnection& connection) {
        TestHttp2 peer(connection);
        peer.respond(peer.read_head().value_or(0), 413, "too much");
        while (auto asked = peer.read_request()) {
            peer.respond(asked->stream, 200, asked->request.body);
        }
    });
    auto& one = call(url);
    one.begin(1'000'000);
    one.write("the first of many");
    EXPECT_EQ(answer(one), "413 too much");
    one.write("the rest");  // is heard by nobody

    auto& two = call(url);
    two.ask("two");
    EXPECT_EQ(answer(two), "200 two");
    EXPECT_EQ(server_->connections(), 1);
}

}  // namespace
}  // namespace fovea::net
