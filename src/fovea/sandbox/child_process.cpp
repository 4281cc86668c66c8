#include "fovea/sandbox/child_process.hpp"

#include "fovea/sandbox/system_error.hpp"

#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <utility>

namespace fovea::sandbox {

std::string describe(const ProcessEnd& end) {
    if (end.exit_status) return "exited with status " + std::to_string(*end.exit_status);
    if (!end.signal) return "ended in an unknown way";
    const char* const meaning = ::sigdescr_np(*end.signal);
    auto text = "ended by signal " + std::to_string(*end.signal);
    if (meaning != nullptr) text += std::string(" (") + meaning + ")";
    return text;
}

Result<ChildProcess> ChildProcess::adopt(pid_t pid) {
    // Not through <sys/pidfd.h>: the C library's header forgot `extern "C"`.
    Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U)));
    clockid_t clock{};
    if (!pidfd || ::clock_getcpuclockid(pid, &clock) != 0) {
        const auto error = system_error("cannot watch the new process");
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        return error;
    }
    return ChildProcess(pid, std::move(pidfd), clock);
}

ChildProcess::ChildProcess(pid_t pid, Fd pidfd, clockid_t clock)
    : pid_(pid), pidfd_(std::move(pidfd)), clock_(clock) {}

ChildProcess::~ChildProcess() {
    if (!reaped()) reap();
}

void ChildProcess::kill() const {
    ::syscall(SYS_pidfd_send_signal, pidfd_.number(), SIGKILL, nullptr, 0U);
}

ProcessEnd ChildProcess::reap() {
    // A process that is ending already keeps the reason it had, so this signal hides nothing.
    kill();
    siginfo_t info{};
    int waited = -1;
    do {
        waited = ::waitid(P_PIDFD, static_cast<id_t>(pidfd_.number()), &info, WEXITED);
    } while (waited != 0 && errno == EINTR);
    pidfd_.close();

    if (waited != 0) return {};  // SIGCHLD is ignored, or someone waits for every child
    if (info.si_code == CLD_EXITED) return {.exit_status = info.si_status, .signal = {}};
    return {.exit_status = {}, .signal = info.si_status};
}

std::chrono::nanoseconds ChildProcess::cpu_used() const {
    timespec used{};
    if (::clock_gettime(clock_, &used) != 0) return {};
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

void ChildProcess::limit_cpu(std::chrono::seconds total) const {
    // The soft limit alone: a lowered hard one could not be raised again for the next job.
    rlimit limit{};
    if (::prlimit(pid_, RLIMIT_CPU, nullptr, &limit) != 0) return;
    limit.rlim_cur = std::min(static_cast<rlim_t>(total.count()), limit.rlim_max);
    ::prlimit(pid_, RLIMIT_CPU, &limit, nullptr);
}

}  // namespace fovea::sandbox
