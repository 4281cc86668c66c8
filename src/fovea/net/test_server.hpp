// For tests: an HTTP peer on loopback that does what the test's script says, also what no honest
// server would do. The script runs once for each connection, on a thread of its own, and the
// connection closes when it returns.
//
//     TestServer server([](TestConnection& peer) {
//         peer.read_request();
//         peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\ncut");
//     });
//     client.send({.url = server.url("/v1/messages")}, events, stop);
//
// The destructor ends every connection, so a script that waits for the client comes back too.
#pragma once

#include "fovea/net/test_wire.hpp"

#include <signal.h>

#include <arpa/inet.h>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <netinet/in.h>
#include <set>
#include <thread>
#include <vector>

namespace fovea::net {

class TestServer {
public:
    using Script = std::function<void(TestConnection&)>;
    using Wrap = std::function<std::unique_ptr<TestWire>(int fd)>;

    explicit TestServer(Script script, std::string scheme = "http", Wrap wrap = plain)
        : script_(std::move(script)), scheme_(std::move(scheme)), wrap_(std::move(wrap)) {
        sockaddr_in address = loopback();
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 128) != 0 ||
            ::getsockname(listener_, generic, &size) != 0) {
            std::abort();
        }
        port_ = ntohs(address.sin_port);
        acceptor_ = std::jthread([this] { accept_all(); });
    }

    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;

    ~TestServer() {
        shutdown(listener_, SHUT_RDWR);
        acceptor_.join();
        {
            const std::scoped_lock lock(mutex_);
            for (const int fd : open_) shutdown(fd, SHUT_RDWR);
        }
        peers_.clear();  // joins
        close(listener_);
    }

    std::string url(std::string_view path = "/") const {
        return scheme_ + "://127.0.0.1:" + std::to_string(port_) + std::string(path);
    }
    std::uint16_t port() const { return port_; }
    int connections() const { return connections_; }  // so far

private:
    static std::unique_ptr<TestWire> plain(int fd) { return std::make_unique<TestWire>(fd); }

    static sockaddr_in loopback() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return address;
    }

    void accept_all() {
        for (;;) {
            const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (fd < 0) return;
            ++connections_;
            const std::scoped_lock lock(mutex_);
            open_.insert(fd);
            peers_.emplace_back([this, fd] { serve(fd); });
        }
    }

    void serve(int fd) {
        // OpenSSL writes without MSG_NOSIGNAL, and clients hang up in the middle of handshakes.
        sigset_t broken_pipe;
        sigemptyset(&broken_pipe);
        sigaddset(&broken_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
        if (auto wire = wrap_(fd)) {
            TestConnection peer(fd, std::move(wire));
            script_(peer);
        }
        const std::scoped_lock lock(mutex_);
        open_.erase(fd);
        close(fd);
    }

    Script script_;
    std::string scheme_;
    Wrap wrap_;
    int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::uint16_t port_ = 0;
    std::atomic<int> connections_ = 0;
    std::mutex mutex_;
    std::set<int> open_;  // under mutex_
    std::vector<std::jthread> peers_;
    std::jthread acceptor_;
};

}  // namespace fovea::net
