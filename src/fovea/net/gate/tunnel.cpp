#include "fovea/net/gate/tunnel.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace fovea::net {

namespace {

constexpr std::size_t kPiece = 64 << 10;

// One direction: what was read and is not written yet, and whether more can come.
class Stream {
public:
    Stream(Direction way, int from, int to) : way_(way), from_(from), to_(to), buffer_(kPiece) {}

    bool ended() const { return ended_ && empty(); }
    bool wants_to_read() const { return !ended_ && empty(); }
    bool wants_to_write() const { return !empty(); }
    int from() const { return from_; }
    int to() const { return to_; }

    // False when the tunnel is to end.
    bool read(const MayPass& may_pass) {
        const auto got = ::recv(from_, buffer_.data(), buffer_.size(), 0);
        if (got < 0) return errno == EAGAIN || errno == EINTR;
        if (got == 0) {
            ended_ = true;
            ::shutdown(to_, SHUT_WR);
            return true;
        }
        begin_ = 0;
        end_ = static_cast<std::size_t>(got);
        return may_pass(way_, {buffer_.data(), end_});
    }

    bool write() {
        const auto sent = ::send(to_, buffer_.data() + begin_, end_ - begin_, MSG_NOSIGNAL);
        if (sent < 0) return errno == EAGAIN || errno == EINTR;
        begin_ += static_cast<std::size_t>(sent);
        return true;
    }

private:
    bool empty() const { return begin_ == end_; }

    Direction way_;
    int from_;
    int to_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool ended_ = false;
};

// A negative number is one that poll() passes over: a side that has hung up would wake it for nothing.
pollfd watched(int file, bool read, bool write) {
    const int events = (read ? POLLIN : 0) | (write ? POLLOUT : 0);
    return {events == 0 ? -1 : file, static_cast<short>(events), 0};
}

}  // namespace

void run_tunnel(int client, int server, int wake, const MayPass& may_pass) {
    Stream out(Direction::Out, client, server);
    Stream back(Direction::Back, server, client);
    constexpr int kAny = POLLIN | POLLHUP | POLLERR;
    while (!out.ended() || !back.ended()) {
        std::array<pollfd, 3> files = {
            watched(client, out.wants_to_read(), back.wants_to_write()),
            watched(server, back.wants_to_read(), out.wants_to_write()),
            pollfd{wake, POLLIN, 0}};
        if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) return;
        if (files[2].revents != 0) return;
        if ((files[0].revents & POLLOUT) != 0 && back.wants_to_write() && !back.write()) return;
        if ((files[1].revents & POLLOUT) != 0 && out.wants_to_write() && !out.write()) return;
        if ((files[0].revents & kAny) != 0 && out.wants_to_read() && !out.read(may_pass)) return;
        if ((files[1].revents & kAny) != 0 && back.wants_to_read() && !back.read(may_pass)) return;
        const bool broken = ((files[0].revents | files[1].revents) & (POLLERR | POLLNVAL)) != 0;
        if (broken) return;
    }
}

}  // namespace fovea::net
