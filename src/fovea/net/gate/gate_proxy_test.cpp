#include "fovea/net/gate/gate_proxy.hpp"

#include "fovea/net/gate/socket_address.hpp"
#include "fovea/net/gate/test_gate.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fovea::net {

namespace {

using namespace std::string_literals;

class Listening {
public:
    Listening() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        if (::bind(socket.number(), generic, size) != 0 || ::listen(socket.number(), 16) != 0 ||
            ::getsockname(socket.number(), generic, &size) != 0) {
            std::abort();
        }
        port = ntohs(address.sin_port);
    }

    Fd socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    std::uint16_t port = 0;
};

// Somebody who asks the proxy, and blocks.
class Asker {
public:
    explicit Asker(std::uint16_t proxy) {
        const auto place = socket_address(*parse_address("127.0.0.1"), proxy);
        if (::connect(socket_.number(), place.get(), place.size) != 0) std::abort();
    }

    // The code of the answer; -1 when the proxy hung up.
    int ask(const std::string& host, std::uint16_t port) const {
        send("\x05\x01\x00"s);
        if (receive(2).size() != 2) return -1;
        send(
            "\x05\x01\x00\x03"s + static_cast<char>(host.size()) + host +
            static_cast<char>(port >> 8) + static_cast<char>(port & 0xFF)
        );
        const auto answer = receive(10);
        return answer.size() == 10 ? answer[1] : -1;
    }
    void send(const std::string& bytes) const {
        ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    // So many, or fewer at the end.
    std::string receive(std::size_t count) const {
        std::string all;
        std::array<char, 4096> piece{};
        while (all.size() < count) {
            const auto want = std::min(piece.size(), count - all.size());
            const auto got = ::recv(socket_.number(), piece.data(), want, 0);
            if (got <= 0) break;
            all.append(piece.data(), static_cast<std::size_t>(got));
        }
        return all;
    }

private:
    Fd socket_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
};

class Proxied : public ::testing::Test {
protected:
    int ask(const std::string& host, std::uint16_t port) { return Asker(start()).ask(host, port); }
    std::uint16_t start() {
        if (!proxy_) {
            Listening listening;
            port_ = listening.port;
            proxy_ = std::make_unique<GateProxy>(std::move(listening.socket), settings_);
        }
        return port_;
    }
    static Origin origin(const std::string& url) { return origin_of(url).value(); }

    std::mutex mutex_;
    std::vector<std::string> log_;  // under mutex_
    TestNames names_;
    // Says back what it hears.
    TestServer echo_{[](TestConnection& peer) {
        if (const auto request = peer.read_head()) peer.send("you said " + request->method);
    }};
    GateProxySettings settings_{
        .gate = {.resolve = names_.resolver(), .log = [this](const std::string& line) {
                     const std::scoped_lock lock(mutex_);
                     log_.push_back(line);
                 }}};
    std::uint16_t port_ = 0;
    std::unique_ptr<GateProxy> proxy_;
};

constexpr int kDone = 0;
constexpr int kNotAllowed = 2;
constexpr int kUnreachable = 4;

TEST_F(Proxied, RefusesEveryAddressThatTheGateRefusesInEveryNotation) {  // Q2
    const SilentListener inside("127.0.0.2");
    names_.lead("inside.test", {{"127.0.0.2"}});
    names_.lead("half.test", {{"93.184.216.34", "10.0.0.1"}});
    for (const auto* host :
         {"127.0.0.1",
          "127.1",
          "2130706433",
          "0x7f000001",
          "::1",
          "::ffff:127.0.0.1",
          "10.0.0.1",
          "169.254.169.254",
          "fd00:ec2::254",
          "localhost",
          "metadata.google.internal",
          "nas.local",
          "inside.test",
          "half.test",
          "nobody.test",
          "a b.test",
          "a@b.test",
          "a/b.test",
          "a%2e.test",
          "",
          "[::1]",
          "a\n.test"}) {
        EXPECT_EQ(ask(host, 443), kNotAllowed) << host;
    }
    EXPECT_EQ(
        ask("inside.test", static_cast<std::uint16_t>(std::stoi(inside.port()))), kNotAllowed
    );
    EXPECT_EQ(ask("93.184.216.34", 80), kNotAllowed);
    EXPECT_EQ(ask("93.184.216.34", 0), kNotAllowed);
    EXPECT_FALSE(inside.was_asked());
    EXPECT_EQ(proxy_->wishes().size(), 25U);
    EXPECT_EQ(proxy_->wishes()[0], (GateWish{{"127.0.0.1", 443}, Reached::Refused}));
    for (const auto& wish : proxy_->wishes()) {
        EXPECT_EQ(wish.reached == Reached::NoSuchName, wish.place.host == "nobody.test");
    }
}

TEST_F(Proxied, LogsNoMoreThanAFewRefusals) {
    for (int i = 0; i < 60; ++i) ask("10.0.0." + std::to_string(i / 2), 443);

    proxy_.reset();
    EXPECT_EQ(log_.size(), 20U);
    EXPECT_EQ(std::set<std::string>(log_.begin(), log_.end()).size(), 20U);
    EXPECT_EQ(log_[0], "the browser was refused a connection: 10.0.0.0: 10.0.0.0 is private");
}

TEST_F(Proxied, OpensExactlyTheOriginsOfTheOperator) {
    const SilentListener other("127.0.0.1");
    settings_.open = {origin(echo_.url())};
    const Asker asker(start());

    EXPECT_EQ(asker.ask("127.0.0.1", echo_.port()), kDone);
    asker.send("GET / HTTP/1.1\r\n\r\n");
    EXPECT_EQ(asker.receive(100), "you said GET");
    EXPECT_EQ(ask("localhost", echo_.port()), kNotAllowed);
    EXPECT_EQ(ask("127.0.0.1", static_cast<std::uint16_t>(std::stoi(other.port()))), kNotAllowed);
    EXPECT_FALSE(other.was_asked());
}

TEST_F(Proxied, CarriesNothingInTheClearToAnybodyElse) {  // Q2: https alone
    std::atomic<int> heard = 0;
    const TestServer server([&](TestConnection& peer) {
        if (peer.read_head()) ++heard;
    });
    settings_.gate.policy.allowed = {network("127.0.0.1/32")};
    for (const bool as_open : {false, true}) {
        if (as_open)
            settings_.open = {origin("https://127.0.0.1:" + std::to_string(server.port()))};
        proxy_.reset();
        const Asker asker(start());

        EXPECT_EQ(asker.ask("127.0.0.1", server.port()), kDone);
        asker.send("GET / HTTP/1.1\r\n\r\n");
        EXPECT_EQ(asker.receive(1), "");
    }
    proxy_.reset();
    EXPECT_EQ(heard, 0);
    EXPECT_EQ(log_.back(), "the browser was refused a connection: a connection without TLS");
}

TEST_F(Proxied, ConnectsToTheAddressThatWasLookedAt) {  // Q2: rebinding
    const SilentListener inside("127.0.0.2");
    settings_.gate.policy.allowed = {network("127.0.0.1/32")};
    names_.lead("moving.test", {{"127.0.0.1"}, {"127.0.0.2"}});

    EXPECT_EQ(ask("moving.test", echo_.port()), kDone);
    EXPECT_EQ(ask("moving.test", echo_.port()), kNotAllowed);
    EXPECT_EQ(names_.asked, 2);
    EXPECT_FALSE(inside.was_asked());
}

TEST_F(Proxied, SaysThatNobodyAnswers) {
    std::uint16_t free_port = 0;
    {
        free_port = TestServer([](TestConnection&) {}).port();
    }
    settings_.gate.policy.allowed = {network("127.0.0.1/32")};

    EXPECT_EQ(ask("127.0.0.1", free_port), kUnreachable);
    EXPECT_EQ(proxy_->wishes()[0], (GateWish{{"127.0.0.1", free_port}, Reached::NoAnswer}));
}

TEST_F(Proxied, EndsAllConnectionsWhenTooMuchWasCarried) {
    const TestServer endless([](TestConnection& peer) {
        while (peer.send(std::string(10'000, 'x'))) {
        }
    });
    settings_.open = {origin(endless.url())};
    settings_.max_bytes = 1 << 20;
    const Asker asker(start());
    ASSERT_EQ(asker.ask("127.0.0.1", endless.port()), kDone);

    EXPECT_LE(asker.receive(2 << 20).size(), std::size_t{1} << 20);
    EXPECT_TRUE(proxy_->spent());
}

TEST_F(Proxied, EndsWithItsOwnerThoughConnectionsAreOpen) {
    const TestServer silent([](TestConnection& peer) { peer.wait_for_close(); });
    settings_.open = {origin(silent.url())};
    const Asker talking(start());
    const Asker mute(start());
    ASSERT_EQ(talking.ask("127.0.0.1", silent.port()), kDone);

    proxy_.reset();

    EXPECT_EQ(talking.receive(1), "");
    EXPECT_EQ(mute.receive(1), "");
}

TEST_F(Proxied, HangsUpOnWhoeverMayNotAsk) {
    settings_.may_ask = [](const Fd&) { return false; };

    EXPECT_EQ(ask("127.0.0.1", echo_.port()), -1);
    EXPECT_EQ(echo_.connections(), 0);
}

TEST_F(Proxied, KeepsToThisMachineWhereThatIsWanted) {  // local_only
    settings_.gate.off = "local_only is set";
    settings_.open_on_loopback_only = true;
    names_.lead("elsewhere.test", {{"93.184.216.34"}});
    names_.lead("localhost", {{"127.0.0.1"}});
    const auto port = std::to_string(echo_.port());
    settings_.open = {
        origin("http://elsewhere.test:80"),
        origin("http://93.184.216.34:80"),
        origin("http://localhost:" + port)};

    EXPECT_EQ(ask("localhost", echo_.port()), kDone);
    EXPECT_EQ(ask("elsewhere.test", 80), kNotAllowed);
    EXPECT_EQ(ask("93.184.216.34", 80), kUnreachable);
    EXPECT_EQ(ask("example.org", 443), kNotAllowed);
    EXPECT_EQ(names_.asked, 1);
}

}  // namespace

}  // namespace fovea::net
