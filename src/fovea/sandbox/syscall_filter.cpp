#include "fovea/sandbox/syscall_filter.hpp"

#include "fovea/sandbox/packet_socket.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"
#include "fovea/sandbox/syscall_rules.hpp"

#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

namespace fovea::sandbox {

namespace {

std::vector<Rule> strict_rules() {
    constexpr auto kAllow = SCMP_ACT_ALLOW;
    const auto self = static_cast<std::uint64_t>(::getpid());
    return {
        // Only the one socket, which nothing here can close or replace: when the parent sees it
        // closed, the worker is dying. No sendmsg(), which could pass descriptors.
        {kAllow, SCMP_SYS(recvfrom), {equals(0, kSocketFd)}},
        {kAllow, SCMP_SYS(sendto), {equals(0, kSocketFd), equals(4, 0)}},

        // Last words of the C and C++ libraries.
        {kAllow, SCMP_SYS(write), {equals(0, STDOUT_FILENO)}},
        {kAllow, SCMP_SYS(write), {equals(0, STDERR_FILENO)}},
        {kAllow, SCMP_SYS(writev), {equals(0, STDERR_FILENO)}},
        {kAllow, SCMP_SYS(fstat)},

        // Memory that never becomes code. No files: the arenas are mapped before.
        {kAllow, SCMP_SYS(mmap), {lacks_bit(2, PROT_EXEC), has_bit(3, MAP_ANONYMOUS)}},
        {kAllow, SCMP_SYS(mprotect), {lacks_bit(2, PROT_EXEC)}},
        {kAllow, SCMP_SYS(munmap)},
        {kAllow, SCMP_SYS(mremap)},
        {kAllow, SCMP_SYS(madvise)},
        {kAllow, SCMP_SYS(brk)},

        {kAllow, SCMP_SYS(futex)},
        {kAllow, SCMP_SYS(sched_yield)},
        {kAllow, SCMP_SYS(rseq)},
        {kAllow, SCMP_SYS(set_robust_list)},
        {kAllow, SCMP_SYS(clock_gettime)},
        {kAllow, SCMP_SYS(clock_getres)},
        {kAllow, SCMP_SYS(gettimeofday)},
        {kAllow, SCMP_SYS(clock_nanosleep)},
        {kAllow, SCMP_SYS(nanosleep)},
        {kAllow, SCMP_SYS(restart_syscall)},
        {kAllow, SCMP_SYS(getrandom)},

        // abort() and nothing more: no signal to anyone else, no handlers.
        {kAllow, SCMP_SYS(getpid)},
        {kAllow, SCMP_SYS(gettid)},
        {kAllow, SCMP_SYS(tgkill), {equals(0, self), equals(2, SIGABRT)}},
        {kAllow, SCMP_SYS(rt_sigprocmask)},
        {kAllow, SCMP_SYS(rt_sigreturn)},
        {kAllow, SCMP_SYS(sigaltstack)},
        {kAllow, SCMP_SYS(exit)},
        {kAllow, SCMP_SYS(exit_group)},

        // Reading one's own limits (the C library looks at the stack's).
        {kAllow, SCMP_SYS(prlimit64), {equals(0, 0), equals(2, 0)}},

        // Questions the C library asks in passing and can do without: isatty() and fstat() before
        // a first write, and qsort() how much memory there is. newfstatat() cannot be allowed,
        // because a filter does not see whether its path is the empty one.
        {fails_with(ENOTTY), SCMP_SYS(ioctl)},
        {fails_with(ENOSYS), SCMP_SYS(newfstatat)},
        {fails_with(ENOSYS), SCMP_SYS(sysinfo)},
    };
}

std::vector<Rule> relaxed_rules() {
    std::vector<Rule> rules;
    for (const int call : {
             SCMP_SYS(socket),
             SCMP_SYS(socketpair),
             SCMP_SYS(connect),
             SCMP_SYS(bind),
             SCMP_SYS(listen),
             SCMP_SYS(accept),
             SCMP_SYS(accept4),
             SCMP_SYS(execve),
             SCMP_SYS(execveat),
             SCMP_SYS(fork),
             SCMP_SYS(vfork),
             SCMP_SYS(clone),
             SCMP_SYS(clone3),
             SCMP_SYS(ptrace),
             SCMP_SYS(process_vm_readv),
             SCMP_SYS(kill),
             SCMP_SYS(process_vm_writev),
             SCMP_SYS(tkill),
             SCMP_SYS(bpf),
             SCMP_SYS(perf_event_open),
             SCMP_SYS(io_uring_setup),
         }) {
        rules.push_back({fails_with(EPERM), call});
    }
    rules.push_back({fails_with(EPERM), SCMP_SYS(mmap), {has_bit(2, PROT_EXEC)}});
    return rules;
}

}  // namespace

bool filter_system_calls() {
    if (kSanitizerBuild) return install_filter(SCMP_ACT_ALLOW, relaxed_rules());
    return install_filter(SCMP_ACT_KILL_PROCESS, strict_rules());
}

}  // namespace fovea::sandbox
