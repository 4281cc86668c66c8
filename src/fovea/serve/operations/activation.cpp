#include "fovea/serve/operations/activation.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace fovea::serve {

int activated_listener() {
    constexpr int kFirst = 3;  // after the standard three
    const char* const whose = std::getenv("LISTEN_PID");
    const char* const count = std::getenv("LISTEN_FDS");
    if (whose == nullptr || count == nullptr) return -1;
    if (whose != std::to_string(::getpid()) || std::atoi(count) < 1) return -1;
    return ::fcntl(kFirst, F_SETFD, FD_CLOEXEC) == 0 ? kFirst : -1;
}

}  // namespace fovea::serve
