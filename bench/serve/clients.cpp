// Many clients of one room, over WebSockets: `fovea-bench-clients PORT TOKEN SESSION COUNT EVENT` prints {"ready": COUNT}, and
// for each line on stdin what came since the last one: {count, closed, p50_us, p99_us}. Reads no more of an event than its
// name and its time, in one thread that waits for all sockets at once: what is measured is the server.
#include "fovea/base/fd.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <netinet/tcp.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using fovea::Fd;

// Microseconds since 1970, as clock.mjs has them.
std::int64_t now() {
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

[[noreturn]] void fail(const char* what) {
    std::perror(what);
    std::exit(1);
}

struct Room {
    std::string token;
    std::string session;  // empty: none is joined
    std::string event;    // as its packet begins
};

struct Heard {
    std::size_t count = 0;
    std::size_t closed = 0;
    std::vector<std::int64_t> delays;
};

class Client {
public:
    Client(std::uint16_t port, const Room& room) : room_(room) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socket_ = Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const int on = 1;
        ::setsockopt(socket_.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const auto* address = reinterpret_cast<const sockaddr*>(&to);
        if (::connect(socket_.number(), address, sizeof to) != 0) fail("connect");
        write(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:" +
            std::to_string(port) +
            "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
    }

    int number() const { return socket_.number(); }
    bool is_in() const { return is_in_; }

    // What is there; false once it is over.
    bool read(Heard& heard) {
        static std::array<char, 1u << 20> buffer;
        const auto count = ::recv(socket_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count < 0) return true;
        if (count == 0) return false;
        std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
        if (!in_.empty()) bytes = in_.append(bytes);
        auto rest = bytes;
        if (!is_upgraded_) {
            const auto end = rest.find("\r\n\r\n");
            if (end != rest.npos) rest.remove_prefix(end + 4);
            is_upgraded_ = end != rest.npos;
        }
        while (is_upgraded_ && take_frame(rest, heard)) {
        }
        in_ = std::string(rest);
        return true;
    }

private:
    bool take_frame(std::string_view& rest, Heard& heard) {
        const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(rest[at]); };
        if (rest.size() < 2) return false;
        std::uint64_t size = byte(1) & 0x7fu;
        std::size_t at = 2;
        const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (rest.size() < at + more) return false;
        if (more > 0) size = 0;
        for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte(at++);
        if (rest.size() - at < size) return false;
        if ((byte(0) & 0xfu) == 1) take(rest.substr(at, size), heard);
        rest.remove_prefix(at + size);
        return true;
    }

    void take(std::string_view text, Heard& heard) {
        if (text.starts_with(room_.event)) {
            ++heard.count;
            const auto mark = text.find('@');
            std::int64_t sent = 0;
            if (mark == text.npos) return;
            std::from_chars(text.data() + mark + 1, text.data() + text.size(), sent);
            heard.delays.push_back(now() - sent);
        } else if (text == "2") {
            say("3");
        } else if (text.starts_with("0{")) {
            say("40/events,{\"token\":\"" + room_.token + "\"}");
        } else if (text.starts_with("40/events")) {
            is_in_ = room_.session.empty();
            if (!is_in_) say("42/events,0[\"join\",{\"session_id\":\"" + room_.session + "\"}]");
        } else if (text.starts_with("43/events,0[")) {
            is_in_ = true;
        }
    }

    // In a frame whose mask changes nothing.
    void say(std::string_view text) {
        std::string frame{'\x81'};
        if (text.size() < 126) {
            frame += static_cast<char>(0x80u | text.size());
        } else {
            frame += '\xfe';
            frame += static_cast<char>(text.size() >> 8);
            frame += static_cast<char>(text.size() & 0xff);
        }
        write(frame.append(4, '\0').append(text));
    }
    void write(std::string_view bytes) const {
        const auto count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count != static_cast<ssize_t>(bytes.size())) fail("send");
    }

    const Room& room_;
    Fd socket_;
    std::string in_;
    bool is_upgraded_ = false;
    bool is_in_ = false;
};

void watch(const Fd& all, int number, std::uint64_t who) {
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    wanted.data.u64 = who;
    if (::epoll_ctl(all.number(), EPOLL_CTL_ADD, number, &wanted) != 0) fail("epoll_ctl");
}

void report(Heard& heard) {
    auto& delays = heard.delays;
    std::sort(delays.begin(), delays.end());
    const auto at = [&](double share) {
        const auto place = static_cast<std::size_t>(static_cast<double>(delays.size()) * share);
        return delays.empty() ? 0 : delays[std::min(place, delays.size() - 1)];
    };
    std::printf(
        "{\"count\": %zu, \"closed\": %zu, \"p50_us\": %lld, \"p99_us\": %lld}\n",
        heard.count,
        heard.closed,
        static_cast<long long>(at(0.5)),
        static_cast<long long>(at(0.99))
    );
    std::fflush(stdout);
    heard.count = 0;
    delays.clear();
}

}  // namespace

int main(int count, char** words) {
    if (count != 6) return 64;
    const auto port = static_cast<std::uint16_t>(std::strtoul(words[1], nullptr, 10));
    const Room room{words[2], words[3], "42/events,[\"" + std::string(words[5]) + "\""};
    const std::size_t wanted = std::strtoul(words[4], nullptr, 10);
    constexpr std::size_t kAtOnce = 50;
    const Fd all(::epoll_create1(EPOLL_CLOEXEC));
    std::vector<Client> clients;
    clients.reserve(wanted);
    std::size_t in = 0;
    bool is_told = false;
    Heard heard;
    heard.delays.reserve(1u << 20);
    std::array<epoll_event, 256> events;
    for (;;) {
        while (clients.size() < wanted && clients.size() < in + kAtOnce) {
            clients.emplace_back(port, room);
            watch(all, clients.back().number(), clients.size());
        }
        if (in == wanted && !is_told) {
            is_told = true;
            watch(all, STDIN_FILENO, 0);
            std::printf("{\"ready\": %zu}\n", wanted);
            std::fflush(stdout);
        }
        const int found = ::epoll_wait(all.number(), events.data(), events.size(), -1);
        for (int i = 0; i < found; ++i) {
            const auto who = events[static_cast<std::size_t>(i)].data.u64;
            if (who == 0) {
                std::array<char, 256> line;
                if (::read(STDIN_FILENO, line.data(), line.size()) <= 0) return 0;
                report(heard);
                continue;
            }
            auto& client = clients[who - 1];
            const bool was_in = client.is_in();
            if (!client.read(heard)) {
                ++heard.closed;
                ::epoll_ctl(all.number(), EPOLL_CTL_DEL, client.number(), nullptr);
            }
            if (!was_in && client.is_in()) ++in;
        }
    }
}
