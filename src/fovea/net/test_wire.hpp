// For tests: the server's end of one connection, with the bytes under the test's control.
#pragma once

#include "fovea/base/ascii.hpp"
#include "fovea/net/http/message.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::net {

// Plain TCP; TLS overrides.
class TestWire {
public:
    explicit TestWire(int fd) : fd_(fd) {}
    TestWire(const TestWire&) = delete;
    TestWire& operator=(const TestWire&) = delete;
    virtual ~TestWire() = default;

    virtual ssize_t read_some(char* into, std::size_t room) { return ::recv(fd_, into, room, 0); }
    virtual ssize_t write_some(const char* from, std::size_t count) {
        return ::send(fd_, from, count, MSG_NOSIGNAL);
    }

protected:
    int fd_;
};

struct TestRequest {
    std::string method;
    std::string target;
    HttpHeaders headers;
    std::string body;
};

class TestConnection {
public:
    TestConnection(int fd, std::unique_ptr<TestWire> wire) : fd_(fd), wire_(std::move(wire)) {}

    // Without its body; nothing when the client is gone.
    std::optional<TestRequest> read_head() {
        for (;;) {
            const auto end = buffer_.find("\r\n\r\n");
            if (end != std::string::npos) {
                auto request = parse(std::string_view(buffer_).substr(0, end + 2));
                buffer_.erase(0, end + 4);
                return request;
            }
            if (!read_more()) return std::nullopt;
        }
    }

    std::optional<TestRequest> read_request() {
        auto request = read_head();
        if (!request) return std::nullopt;
        std::size_t length = 0;
        const auto text = find_header(request->headers, "content-length").value_or("0");
        std::from_chars(text.data(), text.data() + text.size(), length);
        while (buffer_.size() < length) {
            if (!read_more()) return std::nullopt;
        }
        request->body = buffer_.substr(0, length);
        buffer_.erase(0, length);
        return request;
    }

    // False when the client is gone.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto sent = wire_->write_some(bytes.data(), bytes.size());
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    bool send_chunk(std::string_view bytes) {
        std::array<char, 16> size{};
        const auto end = std::to_chars(size.begin(), size.end(), bytes.size(), 16).ptr;
        return send(std::string(size.begin(), end) + "\r\n" + std::string(bytes) + "\r\n");
    }

    bool respond(int status, std::string_view body, std::string_view more_headers = "") {
        return send(
            "HTTP/1.1 " + std::to_string(status) +
            " Words\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
            std::string(more_headers) + "\r\n" + std::string(body)
        );
    }

    // What comes next, as it comes; empty when the client is gone.
    std::string read_bytes() {
        if (buffer_.empty()) read_more();
        return std::exchange(buffer_, {});
    }

    // Throws away what comes until the client hangs up.
    void wait_for_close() {
        std::array<char, 65536> away{};
        while (wire_->read_some(away.data(), away.size()) > 0) {
        }
    }

    // The same, but takes nothing: what the client sends piles up on its side.
    void wait_without_reading() const {
        pollfd hang_up{fd_, POLLRDHUP, 0};
        ::poll(&hang_up, 1, -1);
    }

    // Makes the close at the script's end a reset.
    void reset() const {
        const linger at_once{1, 0};
        setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }

private:
    bool read_more() {
        std::array<char, 65536> piece{};
        const auto count = wire_->read_some(piece.data(), piece.size());
        if (count <= 0) return false;
        buffer_.append(piece.data(), static_cast<std::size_t>(count));
        return true;
    }

    static TestRequest parse(std::string_view head) {
        TestRequest request;
        bool first = true;
        while (!head.empty()) {
            const auto end = head.find("\r\n");
            const auto line = head.substr(0, end);
            head.remove_prefix(end + 2);
            if (std::exchange(first, false)) {
                const auto space = line.find(' ');
                request.method = line.substr(0, space);
                request.target = line.substr(space + 1, line.rfind(' ') - space - 1);
                continue;
            }
            const auto colon = line.find(':');
            request.headers.push_back(
                {std::string(line.substr(0, colon)), std::string(trimmed(line.substr(colon + 1)))}
            );
        }
        return request;
    }

    int fd_;
    std::unique_ptr<TestWire> wire_;
    std::string buffer_;
};

}  // namespace fovea::net
