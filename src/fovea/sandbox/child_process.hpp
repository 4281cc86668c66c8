// One child process of ours: watched, killed and reaped through a pidfd, so that no signal can hit
// a stranger who got the same number, and no one else's wait() is disturbed.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <optional>
#include <string>

namespace fovea::sandbox {

// How a process ended.
struct ProcessEnd {
    std::optional<int> exit_status;
    std::optional<int> signal;

    bool operator==(const ProcessEnd&) const = default;
};

// "exited with status 3", "ended by signal 11 (Segmentation fault)".
std::string describe(const ProcessEnd& end);

class ChildProcess {
public:
    // Takes responsibility for a child that nobody has reaped.
    static Result<ChildProcess> adopt(pid_t pid);

    ChildProcess(ChildProcess&&) noexcept = default;
    ChildProcess& operator=(ChildProcess&&) noexcept = delete;
    ~ChildProcess();  // kills and reaps

    // SIGKILL. From any thread, as long as no other calls reap().
    void kill() const;

    // Kills it unless it is ending by itself, waits for the end and tells it. Once.
    ProcessEnd reap();

    bool reaped() const { return !pidfd_; }

    // For poll(): readable once the process has ended. -1 when reaped.
    int handle() const { return pidfd_.number(); }
    pid_t pid() const { return pid_; }
    const Fd& pidfd() const { return pidfd_; }  // readable once it ended; until reap()

    std::chrono::nanoseconds cpu_used() const;

    // The kernel's own limit, SIGXCPU at that many seconds of a process's whole life.
    void limit_cpu(std::chrono::seconds total) const;

private:
    ChildProcess(pid_t pid, Fd pidfd, clockid_t clock);

    pid_t pid_;
    Fd pidfd_;
    clockid_t clock_;
};

}  // namespace fovea::sandbox
