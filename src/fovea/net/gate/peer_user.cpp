#include "fovea/net/gate/peer_user.hpp"

#include <sys/socket.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <netinet/in.h>
#include <sstream>
#include <string>

namespace fovea::net {

namespace {

// As /proc/net/tcp writes it: the address as a number in memory, the port as one.
std::string written(const sockaddr_in& address) {
    std::array<char, 16> text{};
    std::snprintf(
        text.data(), text.size(), "%08X:%04X", address.sin_addr.s_addr, ntohs(address.sin_port)
    );
    return text.data();
}

}  // namespace

std::optional<uid_t> peer_user(const Fd& socket) {
    sockaddr_in ours{};
    sockaddr_in theirs{};
    socklen_t size = sizeof ours;
    if (::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&ours), &size) != 0) return {};
    size = sizeof theirs;
    if (::getpeername(socket.number(), reinterpret_cast<sockaddr*>(&theirs), &size) != 0) return {};
    if (ours.sin_family != AF_INET || theirs.sin_family != AF_INET) return {};
    const auto local = written(theirs);  // their end of it is another line of the table
    const auto remote = written(ours);
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string number, from, to, state, queues, timer, retransmits;
        uid_t user = 0;
        if (words >> number >> from >> to >> state >> queues >> timer >> retransmits >> user &&
            from == local && to == remote) {
            return user;
        }
    }
    return {};
}

}  // namespace fovea::net
