// For tests: a gate that may ask one address of this machine and no other, names that lead where
// the test says, and listeners that must not be asked.
#pragma once

#include "fovea/net/http/fetch.hpp"
#include "fovea/net/http/test_tls.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace fovea::net {

// Answers with the first list, then with the second, and so on; the last one stays.
class TestNames {
public:
    void lead(const std::string& host, std::vector<std::vector<std::string>> answers) {
        const std::scoped_lock lock(mutex_);
        answers_[host] = std::move(answers);
    }

    Resolver resolver() {
        return [this](const std::string& host, auto, const std::stop_token&) {
            ++asked;
            const std::scoped_lock lock(mutex_);
            std::vector<IpAddress> found;
            auto& answers = answers_[host];
            if (answers.empty()) return found;
            for (const auto& text : answers.front()) found.push_back(*parse_address(text));
            if (answers.size() > 1) answers.erase(answers.begin());
            return found;
        };
    }

    std::atomic<int> asked = 0;

private:
    std::mutex mutex_;
    std::map<std::string, std::vector<std::vector<std::string>>> answers_;  // under mutex_
};

// Listens on an address of 127.0.0.0/8 and tells whether anybody ever connected.
class SilentListener {
public:
    explicit SilentListener(const char* address) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        inet_pton(AF_INET, address, &at.sin_addr);
        auto* generic = reinterpret_cast<sockaddr*>(&at);
        socklen_t size = sizeof at;
        if (::bind(fd_, generic, size) != 0 || ::listen(fd_, 8) != 0 ||
            ::getsockname(fd_, generic, &size) != 0) {
            std::abort();
        }
        place_ = std::string(address) + ":" + std::to_string(ntohs(at.sin_port));
        port_ = ntohs(at.sin_port);
    }
    SilentListener(const SilentListener&) = delete;
    SilentListener& operator=(const SilentListener&) = delete;
    ~SilentListener() { close(fd_); }

    const std::string& place() const { return place_; }  // "127.0.0.2:4711"
    std::string port() const { return std::to_string(port_); }

    // The kernel completes a connection before anybody accepts it, so none is overlooked.
    bool was_asked() const {
        pollfd waiting{fd_, POLLIN, 0};
        return ::poll(&waiting, 1, 0) > 0;
    }

private:
    int fd_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::string place_;
    std::uint16_t port_ = 0;
};

// What a server does, which a test may change while connections to it are still open.
class ChangingScript {
public:
    using Script = TestServer::Script;

    explicit ChangingScript(Script script) : script_(std::move(script)) {}
    ChangingScript& operator=(Script script) {
        const std::lock_guard lock(mutex_);
        script_ = std::move(script);
        return *this;
    }
    void operator()(TestConnection& peer) {
        Script script;
        {
            const std::lock_guard lock(mutex_);
            script = script_;
        }
        script(peer);
    }

private:
    std::mutex mutex_;
    Script script_;
};

// A TLS server on 127.0.0.1 that does what the test says, and a fetcher that may ask there alone.
class TestGate : public ::testing::Test {
protected:
    using Script = TestServer::Script;

    Result<Fetched> fetch(const std::string& url, const std::stop_token& stop = {}) {
        return UrlFetcher(settings_).fetch(url, max_bytes_, stop);
    }

    std::string url(std::string_view path = "/shot.png") const { return server_.url(path); }

    // "FILE_TOO_LARGE", or "" when there is no error.
    static std::string code(const Result<Fetched>& fetched) {
        return fetched.ok() ? "" : std::string(wire_name(fetched.error().code));
    }

    TestNames names_;
    std::vector<std::string> log_;
    std::size_t max_bytes_ = 1 << 20;
    ChangingScript script_{[](TestConnection& peer) {
        peer.read_request();
        peer.respond(200, "the picture", "Content-Type: image/png\r\n");
    }};
    TestAuthority authority_;
    TestServer server_{
        [this](TestConnection& peer) { script_(peer); },
        "https",
        [this](int fd) { return authority_.wrap(fd); }};
    FetchSettings settings_{
        .policy = {.allowed = {network("127.0.0.1/32")}},
        .ca_file = authority_.file(),
        .resolve = names_.resolver(),
        .log = [this](const std::string& line) { log_.push_back(line); }};
};

}  // namespace fovea::net
