#include "fovea/net/gate/connect_to.hpp"

#include "fovea/net/gate/socket_address.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace fovea::net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

}  // namespace

bool wait_for(int file, short events, steady_clock::time_point deadline, int wake) {
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
        if (left <= milliseconds::zero()) return false;
        std::array<pollfd, 2> files = {pollfd{file, events, 0}, pollfd{wake, POLLIN, 0}};
        const auto timeout = std::min<std::int64_t>(left.count(), 60'000);
        if (::poll(files.data(), files.size(), static_cast<int>(timeout)) <= 0) continue;
        if (files[1].revents != 0) return false;
        if (files[0].revents != 0) return true;
    }
}

Fd connect_to(
    const IpAddress& address, std::uint16_t port, steady_clock::time_point deadline, int wake
) {
    const auto place = socket_address(address, port);
    Fd socket(::socket(place.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return {};
    if (::connect(socket.number(), place.get(), place.size) == 0) return socket;
    if (errno != EINPROGRESS || !wait_for(socket.number(), POLLOUT, deadline, wake)) return {};
    int failed = 0;
    socklen_t size = sizeof failed;
    ::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &failed, &size);
    if (failed != 0) return {};
    return socket;
}

}  // namespace fovea::net
