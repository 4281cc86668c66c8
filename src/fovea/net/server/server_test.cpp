// An echo server stands on it here.
#include "fovea/net/server/server.hpp"

#include "fovea/base/fd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <atomic>
#include <future>
#include <latch>
#include <mutex>
#include <netinet/in.h>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fovea::net {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// A client of the simplest kind: it blocks.
class Client {
public:
    explicit Client(std::uint16_t port)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const auto* address = reinterpret_cast<const sockaddr*>(&to);
        is_open_ = ::connect(socket_.number(), address, sizeof to) == 0;
    }

    bool is_open() const { return is_open_; }
    // False once the server is gone.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    // At most so many; fewer at the end of what comes.
    std::string read(std::size_t most) {
        std::string bytes(most, '\0');
        std::size_t size = 0;
        while (size < most) {
            const auto count = ::recv(socket_.number(), bytes.data() + size, most - size, 0);
            if (count <= 0) break;
            size += static_cast<std::size_t>(count);
        }
        bytes.resize(size);
        return bytes;
    }
    void says_no_more() { ::shutdown(socket_.number(), SHUT_WR); }

private:
    Fd socket_;
    bool is_open_ = false;
};

class Echo final : public Talk {
public:
    Echo(Connection& connection, std::atomic<std::size_t>& most_unwritten)
        : connection_(connection), most_unwritten_(most_unwritten) {}

    void take(std::string_view bytes) override {
        connection_.write(std::string(bytes));
        auto most = most_unwritten_.load();
        const auto now = connection_.unwritten();
        while (now > most && !most_unwritten_.compare_exchange_weak(most, now)) {
        }
    }

private:
    Connection& connection_;
    std::atomic<std::size_t>& most_unwritten_;
};

class EchoServer : public testing::Test {
protected:
    void serve(ServerSettings settings = {}) {
        serve(std::move(settings), [this](Connection& connection) {
            return std::make_unique<Echo>(connection, most_unwritten_);
        });
    }
    void serve(ServerSettings settings, Server::MakeTalk make_talk) {
        auto opened = Server::open(std::move(settings), pool_, std::move(make_talk));
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        server_ = std::move(opened).value();
    }
    void wait_until_gone() {
        while (server_->connections() > 0) std::this_thread::yield();
    }

    std::atomic<std::size_t> most_unwritten_ = 0;
    WorkPool pool_{{.threads = 2}};
    std::unique_ptr<Server> server_;
};

TEST_F(EchoServer, SaysWhatItHearsAndEndsWhenThePeerDoes) {
    serve();
    Client client(server_->port());

    ASSERT_TRUE(client.send("hello"));
    client.says_no_more();

    EXPECT_EQ(client.read(100), "hello");
    wait_until_gone();
}

TEST_F(EchoServer, AThousandAtOnceAreServed) {  // D5
    constexpr std::size_t kClients = 1000;
    rlimit files{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4 * kClients);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
    if (files.rlim_cur < 2 * kClients + 100) GTEST_SKIP() << "too few files may be open here";
    serve();

    std::vector<Client> clients;
    clients.reserve(kClients);
    for (std::size_t i = 0; i < kClients; ++i) clients.emplace_back(server_->port());
    for (std::size_t i = 0; i < kClients; ++i) {
        ASSERT_TRUE(clients[i].is_open());
        ASSERT_TRUE(clients[i].send(std::to_string(10'000 + i)));
    }
    for (std::size_t i = 0; i < kClients; ++i) {
        EXPECT_EQ(clients[i].read(5), std::to_string(10'000 + i));
    }
    EXPECT_EQ(server_->connections(), kClients);
    clients.clear();

    wait_until_gone();
}

TEST_F(EchoServer, AClientThatNeverReadsCostsNoMoreThanItMay) {  // D5
    constexpr std::size_t kMost = 64 * 1024;
    serve({.max_unwritten = kMost, .idle = 200ms});
    Client client(server_->port());
    const std::string much(1 << 20, 'x');

    while (client.send(much)) {  // until the server has enough of it
    }

    EXPECT_GT(most_unwritten_, kMost);
    EXPECT_LE(most_unwritten_, kMost + 64 * 1024);  // what one read may bring on top
    wait_until_gone();
}

// Holds back until somebody on another thread says so.
class Patient final : public Talk {
public:
    Patient(Connection& connection, std::promise<std::shared_ptr<Mailbox>>& mailbox)
        : connection_(connection) {
        connection.pause();
        mailbox.set_value(connection.mailbox());
    }
    void take(std::string_view bytes) override {
        connection_.write("got " + std::string(bytes));
        has_answered_ = true;
    }
    void drained(Connection& connection) override {
        if (std::exchange(has_answered_, false)) connection.write("!");
    }

private:
    Connection& connection_;
    bool has_answered_ = false;
};

TEST(PatientServer, NothingIsTakenWhilePausedAndAnyThreadMaySpeakThroughTheMailbox) {  // D2
    WorkPool pool({});
    std::promise<std::shared_ptr<Mailbox>> came;
    Connection* connection = nullptr;
    const auto server = Server::open({}, pool, [&](Connection& each) {
                            connection = &each;
                            return std::make_unique<Patient>(each, came);
                        }).value();
    Client client(server->port());
    ASSERT_TRUE(client.send("hello"));
    const auto mailbox = came.get_future().get();

    mailbox->post([&] { connection->write("paused "); });
    mailbox->post([&] { connection->resume(); });

    EXPECT_EQ(client.read(17), "paused got hello!");
    server->stop(0ms);
    mailbox->post([] { FAIL() << "the connection is closed"; });
}

TEST_F(EchoServer, AUnixSocketIsThereForItsOwnerAndGoesWithTheServer) {  // D1
    const auto path = testing::TempDir() + "echo-" + std::to_string(::getpid()) + ".sock";
    const Fd abandoned(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    path.copy(to.sun_path, sizeof to.sun_path - 1);
    const auto* address = reinterpret_cast<const sockaddr*>(&to);
    ASSERT_EQ(::bind(abandoned.number(), address, sizeof to), 0);  // of one that was killed

    serve({.socket = path});
    struct stat about {};
    ASSERT_EQ(::stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    const Fd client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::connect(client.number(), address, sizeof to), 0);
    ASSERT_EQ(::send(client.number(), "hi", 2, MSG_NOSIGNAL), 2);
    char answer[2] = {};
    EXPECT_EQ(::recv(client.number(), answer, 2, MSG_WAITALL), 2);
    EXPECT_EQ(std::string(answer, 2), "hi");

    server_.reset();
    EXPECT_NE(::stat(path.c_str(), &about), 0);
}

class Punctual final : public Talk {
public:
    explicit Punctual(Connection& connection) {
        connection.set_deadline(std::chrono::steady_clock::now() + 10ms);
    }
    void take(std::string_view) override {}
    void late(Connection& connection) override {
        connection.write("too late");
        connection.finish();
    }
};

TEST(PunctualServer, ADeadlineIsToldHoweverMuchMoves) {  // D5
    WorkPool pool({});
    const auto server = Server::open({}, pool, [](Connection& each) {
                            return std::make_unique<Punctual>(each);
                        }).value();
    Client client(server->port());

    EXPECT_EQ(client.read(100), "too late");
}

TEST_F(EchoServer, WhoIsSilentForTooLongIsClosed) {
    serve({.idle = 20ms});
    Client client(server_->port());

    EXPECT_EQ(client.read(1), "");
    wait_until_gone();
}

TEST_F(EchoServer, OnlySoManyAreTakenAndTheNextWhenOneGoes) {  // D5
    serve({.max_connections = 1});
    auto first = std::make_unique<Client>(server_->port());
    ASSERT_TRUE(first->send("a"));
    ASSERT_EQ(first->read(1), "a");
    Client second(server_->port());  // the system keeps it waiting
    ASSERT_TRUE(second.send("b"));
    EXPECT_EQ(server_->connections(), 1u);

    first.reset();

    EXPECT_EQ(second.read(1), "b");
    EXPECT_EQ(server_->connections(), 1u);
}

TEST_F(EchoServer, OneAddressHasOnlySoMany) {  // D5
    serve({.max_per_address = 2});
    Client first(server_->port());
    Client second(server_->port());
    ASSERT_TRUE(first.send("a") && second.send("b"));
    EXPECT_EQ(first.read(1) + second.read(1), "ab");

    Client third(server_->port());
    EXPECT_EQ(third.read(1), "");  // closed at once
    first.says_no_more();
    EXPECT_EQ(first.read(1), "");
    while (server_->connections() > 1) std::this_thread::yield();
    Client fourth(server_->port());
    ASSERT_TRUE(fourth.send("d"));
    EXPECT_EQ(fourth.read(1), "d");
}

TEST_F(EchoServer, ASocketThatListensAlreadyIsTaken) {  // D6
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&any), sizeof any), 0);
    ASSERT_EQ(::listen(listener, 8), 0);
    socklen_t size = sizeof any;
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&any), &size), 0);
    Client early(ntohs(any.sin_port));  // before anybody serves
    ASSERT_TRUE(early.send("hello"));

    serve({.listener = listener});

    EXPECT_EQ(server_->port(), ntohs(any.sin_port));
    EXPECT_EQ(early.read(5), "hello");
}

TEST_F(EchoServer, AStopInTheMiddleOfATransferWritesWhatWasTaken) {
    serve();
    Client client(server_->port());
    const std::string half(300'000, 'y');
    ASSERT_TRUE(client.send(half));
    ASSERT_EQ(client.read(1), "y");

    std::jthread stopper([this] { server_->stop(1min); });
    std::size_t heard = 1;
    for (auto bytes = client.read(4096); !bytes.empty(); bytes = client.read(4096)) {
        EXPECT_EQ(bytes, std::string(bytes.size(), 'y'));
        heard += bytes.size();
    }

    EXPECT_LE(heard, half.size());
    client.says_no_more();
    stopper.join();
    EXPECT_EQ(server_->connections(), 0u);
    EXPECT_FALSE(Client(server_->port()).is_open());
}

TEST_F(EchoServer, AStopThatCannotWaitClosesThoseWhoDoNotRead) {
    serve();
    Client client(server_->port());
    std::atomic<bool> is_refused = false;
    std::jthread sender([&] {
        const std::string much(1 << 20, 'z');
        while (client.send(much)) {
        }
        is_refused = true;
    });
    while (most_unwritten_ < (1u << 20)) std::this_thread::yield();

    server_->stop(0ms);
    sender.join();

    EXPECT_TRUE(is_refused);
    EXPECT_EQ(server_->connections(), 0u);
}

// Says what it is told to, through mailboxes of other threads.
class Silent final : public Talk {
public:
    void take(std::string_view) override {}
};

TEST_F(EchoServer, WhatGoesToManyComesWholeAndInOrderWhateverItsLength) {  // D3
    constexpr std::size_t kClients = 40;
    std::mutex mutex;
    std::vector<std::pair<Connection*, std::shared_ptr<Mailbox>>> all;
    serve({}, [&](Connection& connection) {
        const std::scoped_lock lock(mutex);
        all.emplace_back(&connection, connection.mailbox());
        return std::make_unique<Silent>();
    });
    std::vector<Client> clients;
    clients.reserve(kClients);
    for (std::size_t i = 0; i < kClients; ++i) clients.emplace_back(server_->port());
    while (server_->connections() < kClients) std::this_thread::yield();
    const auto came = [&] {
        const std::scoped_lock lock(mutex);
        return all.size();
    };
    while (came() < kClients) std::this_thread::yield();

    std::string said;
    {
        const PostBatch together;
        const std::scoped_lock lock(mutex);
        for (const std::size_t size : {10u, 30'000u, 5u, 900'000u, 70'000u, 1u}) {
            const auto text =
                std::make_shared<const std::string>(size, static_cast<char>('a' + size % 26));
            said += *text;
            for (const auto& [connection, mailbox] : all) {
                mailbox->post([to = connection, text] { to->write(text); });
            }
        }
    }

    for (auto& client : clients) EXPECT_EQ(client.read(said.size()), said);
}

// Answers each piece from the pool, and a "!" by throwing.
class SlowEcho final : public Talk {
public:
    SlowEcho(Connection& connection, std::function<void(const std::stop_token&)> work)
        : connection_(connection), work_(std::move(work)) {}

    void take(std::string_view bytes) override {
        if (bytes == "!") throw std::runtime_error("no");
        const bool taken = connection_.run(work_, [this, heard = std::string(bytes)] {
            connection_.write("did " + heard);
        });
        if (!taken) connection_.write("too much");
    }

private:
    Connection& connection_;
    std::function<void(const std::stop_token&)> work_;
};

TEST_F(EchoServer, WorkThatBlocksHoldsUpNobodyElse) {  // D5
    std::counting_semaphore<> may_end(0);
    std::atomic<bool> is_first = true;
    serve({.loops = 1}, [&](Connection& connection) -> std::unique_ptr<Talk> {
        if (!is_first.exchange(false)) return std::make_unique<Echo>(connection, most_unwritten_);
        return std::make_unique<SlowEcho>(connection, [&](const auto&) { may_end.acquire(); });
    });
    Client slow(server_->port());
    ASSERT_TRUE(slow.send("it"));
    while (server_->connections() < 1) std::this_thread::yield();
    Client quick(server_->port());

    ASSERT_TRUE(quick.send("me"));
    EXPECT_EQ(quick.read(2), "me");  // on the same loop, while the work has not ended
    may_end.release();
    EXPECT_EQ(slow.read(6), "did it");
}

TEST_F(EchoServer, WorkStopsWhenItsConnectionIsClosedAndIsWaitedFor) {
    std::latch begun(1);
    std::atomic<bool> was_told = false;
    serve({}, [&](Connection& connection) {
        return std::make_unique<SlowEcho>(connection, [&](const std::stop_token& stop) {
            begun.count_down();
            while (!stop.stop_requested()) std::this_thread::yield();
            was_told = true;
        });
    });
    Client client(server_->port());
    ASSERT_TRUE(client.send("it"));
    begun.wait();

    server_->stop(0ms);

    EXPECT_TRUE(was_told);
    EXPECT_EQ(client.read(1), "");
}

TEST_F(EchoServer, ATalkThatThrowsLosesItsConnectionAndNobodyElseDoes) {
    serve({}, [](Connection& connection) {
        return std::make_unique<SlowEcho>(connection, [](const auto&) {});
    });
    Client bad(server_->port());
    Client good(server_->port());

    ASSERT_TRUE(bad.send("!"));
    EXPECT_EQ(bad.read(1), "");
    ASSERT_TRUE(good.send("it"));
    EXPECT_EQ(good.read(6), "did it");
}

// Of one of a machine's own addresses.
bool can_listen_on_v6() {
    const Fd socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 here{};
    here.sin6_family = AF_INET6;
    here.sin6_addr = in6addr_loopback;
    const auto* address = reinterpret_cast<const sockaddr*>(&here);
    return socket && ::bind(socket.number(), address, sizeof here) == 0;
}

TEST_F(EchoServer, TwoAddressesHaveOnePort) {  // D1
    if (!can_listen_on_v6()) GTEST_SKIP() << "this machine has no ::1";
    serve({.also = "::1"});
    const Fd other(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    to.sin6_port = htons(server_->port());
    to.sin6_addr = in6addr_loopback;

    ASSERT_EQ(::connect(other.number(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
    ASSERT_EQ(::send(other.number(), "hello", 5, MSG_NOSIGNAL), 5);
    char heard[5];
    EXPECT_EQ(::recv(other.number(), heard, sizeof heard, MSG_WAITALL), 5);
    EXPECT_EQ(std::string_view(heard, 5), "hello");
    Client first(server_->port());
    ASSERT_TRUE(first.send("me too"));
    EXPECT_EQ(first.read(6), "me too");
}

TEST_F(EchoServer, ASecondAddressThatCannotBeHadIsLeftOut) {  // D1
    serve({.also = "192.0.2.1"});

    Client client(server_->port());
    ASSERT_TRUE(client.send("hello"));
    EXPECT_EQ(client.read(5), "hello");
}

TEST_F(EchoServer, AnAddressThatCannotBeHadIsTold) {
    const auto make = [this](Connection& connection) {
        return std::make_unique<Echo>(connection, most_unwritten_);
    };
    serve();

    const auto none = Server::open({.address = "not an address"}, pool_, make);
    const auto others = Server::open({.address = "192.0.2.1"}, pool_, make);

    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, ErrorCode::ConfigInvalid);
    EXPECT_THAT(none.error().message, HasSubstr("cannot listen on not an address:0"));
    ASSERT_FALSE(others.ok());
    EXPECT_THAT(others.error().message, HasSubstr("this machine does not have that address"));
    const auto taken = Server::open({.port = server_->port()}, pool_, make);
    ASSERT_FALSE(taken.ok());
    EXPECT_THAT(taken.error().message, HasSubstr("another program listens there already"));
}

}  // namespace
}  // namespace fovea::net
