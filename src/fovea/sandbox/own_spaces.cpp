#include "fovea/sandbox/own_spaces.hpp"

#include "fovea/base/fd.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <net/if.h>
#include <string>

namespace fovea::sandbox {

namespace {

constexpr int kAlone = CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC;
constexpr int kAll = kAlone | CLONE_NEWNS | CLONE_NEWPID;

bool write_file(const char* path, const std::string& text) {
    const Fd file(::open(path, O_WRONLY | O_CLOEXEC));
    return file &&
           ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool enter(int spaces) {
    const auto user = std::to_string(::getuid());
    const auto group = std::to_string(::getgid());
    if (::unshare(spaces) != 0) return false;
    // A kernel before 3.19 has no such file.
    if (!write_file("/proc/self/setgroups", "deny") && errno != ENOENT) return false;
    return write_file("/proc/self/uid_map", user + " " + user + " 1") &&
           write_file("/proc/self/gid_map", group + " " + group + " 1");
}

// A new network has a loopback that is not up.
bool raise_loopback() {
    const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!socket) return false;
    ifreq request{};
    std::strncpy(request.ifr_name, "lo", sizeof request.ifr_name - 1);
    if (::ioctl(socket.number(), SIOCGIFFLAGS, &request) != 0) return false;
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP | IFF_RUNNING);
    return ::ioctl(socket.number(), SIOCSIFFLAGS, &request) == 0;
}

// Some systems let one in and then refuse everything inside, and there is no way back: so a child
// tries first.
template <class Attempt>
bool works_in_a_child(Attempt attempt) {
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child == 0) ::_exit(attempt() ? EXIT_SUCCESS : EXIT_FAILURE);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return false;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

}  // namespace

OwnSpaces enter_own_spaces(const std::function<bool()>& try_inside) {
    const auto attempt = [](int spaces) { return enter(spaces) && raise_loopback(); };
    if (works_in_a_child([&] { return attempt(kAll) && works_in_a_child(try_inside); })) {
        return attempt(kAll) ? OwnSpaces{true, true} : OwnSpaces{};
    }
    return {.network = works_in_a_child([&] { return attempt(kAlone); }) && attempt(kAlone)};
}

bool can_make_namespaces() {
    return works_in_a_child([] { return enter(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET); });
}

bool counts_processes_by_namespace() {
    utsname system{};
    if (::uname(&system) != 0) return false;
    unsigned major = 0;
    unsigned minor = 0;
    if (std::sscanf(system.release, "%u.%u", &major, &minor) != 2) return false;
    return major > 5 || (major == 5 && minor >= 14);
}

}  // namespace fovea::sandbox
