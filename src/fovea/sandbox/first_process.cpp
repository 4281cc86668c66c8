#include "fovea/sandbox/first_process.hpp"

#include "fovea/base/fd.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace fovea::sandbox {

namespace {

constexpr int kSignalled = 128;

// Pipes are at their end when nobody holds the other one.
void close_files() {
    ::syscall(SYS_close_range, 3U, ~0U, 0U);
}

int status_of(int waited) {
    return WIFSIGNALED(waited) ? kSignalled + WTERMSIG(waited) : WEXITSTATUS(waited);
}

[[noreturn]] void end_like(int status) {
    if (status > kSignalled && status < kSignalled + NSIG) ::kill(::getpid(), status - kSignalled);
    ::_exit(status);
}

// A first process cannot ask who its parent is: that one is outside.
bool has_ended(const Fd& process) {
    pollfd watched{process.number(), POLLIN, 0};
    return ::poll(&watched, 1, 0) > 0;
}

}  // namespace

bool become_first_process() {
    const Fd parent(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0U)));
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child > 0) {
        close_files();
        int waited = 0;
        while (::waitpid(child, &waited, 0) < 0) {
            if (errno != EINTR) ::_exit(EXIT_FAILURE);
        }
        end_like(status_of(waited));
    }
    // The signal is not sent for a parent that died before it was asked for.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || !parent || has_ended(parent)) {
        ::_exit(EXIT_FAILURE);
    }
    return true;
}

int run_and_reap(const std::function<int()>& become) {
    const pid_t program = ::fork();
    if (program < 0) return EXIT_FAILURE;
    if (program == 0) ::_exit(become());
    close_files();
    for (;;) {
        int waited = 0;
        const pid_t ended = ::wait(&waited);
        if (ended == program) return status_of(waited);
        if (ended < 0 && errno != EINTR) return EXIT_FAILURE;
    }
}

}  // namespace fovea::sandbox
