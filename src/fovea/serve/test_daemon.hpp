// For tests: a daemon on loopback over a real machine and store, and clients that block.
#pragma once

#include "fovea/base/base64.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/host/test_host.hpp"
#include "fovea/serve/daemon.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <arpa/inet.h>
#include <memory>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::serve {

class TestClient {
public:
    explicit TestClient(std::uint16_t port)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const auto* address = reinterpret_cast<const sockaddr*>(&to);
        EXPECT_EQ(::connect(socket_.number(), address, sizeof to), 0);
    }

    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    // Up to and with that text; all there is when it never comes.
    std::string read_until(std::string_view text) {
        for (std::size_t looked_at = 0;;) {
            const auto at = in_.find(text, looked_at);
            if (at != in_.npos) return take(at + text.size());
            looked_at = in_.size() - std::min(in_.size(), text.size());
            if (!receive()) return take(in_.size());
        }
    }
    std::string read(std::size_t count) {
        while (in_.size() < count && receive()) {
        }
        return take(std::min(count, in_.size()));
    }
    std::string read_all() {
        while (receive()) {
        }
        return take(in_.size());
    }
    void says_no_more() { ::shutdown(socket_.number(), SHUT_WR); }
    void close() { socket_.close(); }

private:
    bool receive() {
        char bytes[16384];
        const auto count = ::recv(socket_.number(), bytes, sizeof bytes, 0);
        if (count > 0) in_.append(bytes, static_cast<std::size_t>(count));
        return count > 0;
    }
    std::string take(std::size_t count) {
        auto taken = in_.substr(0, count);
        in_.erase(0, count);
        return taken;
    }

    Fd socket_;
    std::string in_;
};

struct TestAnswer {
    int status = 0;
    std::string head;
    std::string body;

    boost::json::value json() const {
        boost::system::error_code broken;
        auto value = boost::json::parse(body, broken);
        EXPECT_FALSE(broken) << head << body;
        return value;
    }
    bool has(std::string_view header) const { return head.find(header) != head.npos; }
};

class DaemonTest : public host::HostTest {
protected:
    void SetUp() override {
        HostTest::SetUp();
        start();
    }
    void TearDown() override { daemon_.reset(); }

    void start(HttpTimes times = {}) { start({.times = times}); }
    void start(DaemonSettings settings) {
        settings.folder = folder_ / "data" / "serve";
        settings.token_look = std::chrono::milliseconds(5);
        auto opened = Daemon::open(situation_, *machine_, std::move(settings));
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        daemon_ = std::move(opened).value();
        token_ = daemon_->token();
    }
    void restart() {
        daemon_.reset();
        start();
    }

    std::string head(std::string_view method, std::string_view path, std::string_view more = {}) {
        return std::string(method) + " " + std::string(path) +
               " HTTP/1.1\r\nHost: localhost:" + std::to_string(daemon_->port()) +
               "\r\nAuthorization: Bearer " + token_ + "\r\n" + std::string(more);
    }
    // One answer with its body, by its length.
    static TestAnswer read_answer(TestClient& client, bool has_body = true) {
        TestAnswer answer;
        answer.head = client.read_until("\r\n\r\n");
        if (answer.head.size() > 12) answer.status = std::atoi(answer.head.c_str() + 9);
        const auto at = answer.head.find("content-length: ");
        if (has_body && at != answer.head.npos) {
            answer.body = client.read(std::strtoul(answer.head.c_str() + at + 16, nullptr, 10));
        }
        return answer;
    }
    TestAnswer ask(
        const std::string& method,
        const std::string& path,
        const std::string& body = {},
        const std::string& type = "application/json",
        const std::string& more = {}
    ) {
        TestClient client(daemon_->port());
        auto text = head(method, path, more);
        if (!body.empty()) {
            text += "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
                    "\r\n";
        }
        client.send(text + "\r\n" + body);
        return read_answer(client, method != "HEAD");
    }
    // Bytes as they stand; all that comes back.
    std::string raw(const std::string& bytes) {
        TestClient client(daemon_->port());
        client.send(bytes);
        client.says_no_more();
        return client.read_all();
    }

    std::string new_session() {
        const auto made = ask("POST", "/sessions");
        EXPECT_EQ(made.status, 201) << made.body;
        return std::string(made.json().at("session_id").as_string());
    }
    static std::string picture(unsigned number = 0) {
        const media::PixelSize size{40 + number, 30};
        const auto bytes = media::sample_jpeg(media::Shape::of(size, media::PixelFormat::Rgb8));
        return std::string(as_text(bytes));
    }
    static std::string base64(std::string_view bytes) {
        std::string text(base64_size(bytes.size()), '\0');
        encode_base64(as_bytes(bytes), text).value();
        return text;
    }

    std::unique_ptr<Daemon> daemon_;
    std::string token_;
};

}  // namespace fovea::serve
