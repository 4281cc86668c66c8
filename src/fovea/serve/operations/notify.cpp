#include "fovea/serve/operations/notify.hpp"

#include "fovea/base/fd.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace fovea::serve {

void notify_service_manager(std::string_view state) {
    const char* const name = std::getenv("NOTIFY_SOCKET");
    if (name == nullptr) return;
    const std::string path = name;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path) return;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // not in any folder
    const Fd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!socket) return;
    const auto size = offsetof(sockaddr_un, sun_path) + path.size();
    // Who does not listen misses it.
    static_cast<void>(::sendto(
        socket.number(),
        state.data(),
        state.size(),
        MSG_NOSIGNAL,
        reinterpret_cast<const sockaddr*>(&address),
        static_cast<socklen_t>(size)
    ));
}

}  // namespace fovea::serve
