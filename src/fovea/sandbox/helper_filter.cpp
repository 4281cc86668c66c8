#include "fovea/sandbox/helper_filter.hpp"

#include "fovea/sandbox/syscall_rules.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

namespace fovea::sandbox {

namespace {

// Which files may be opened is Landlock's business; here it is only said that files are.
constexpr int kFiles[] = {
    SCMP_SYS(read),     SCMP_SYS(write),      SCMP_SYS(readv),      SCMP_SYS(writev),
    SCMP_SYS(pread64),  SCMP_SYS(pwrite64),   SCMP_SYS(lseek),      SCMP_SYS(open),
    SCMP_SYS(openat),   SCMP_SYS(close),      SCMP_SYS(stat),       SCMP_SYS(fstat),
    SCMP_SYS(lstat),    SCMP_SYS(newfstatat), SCMP_SYS(statx),      SCMP_SYS(statfs),
    SCMP_SYS(fstatfs),  SCMP_SYS(access),     SCMP_SYS(faccessat),  SCMP_SYS(faccessat2),
    SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(getcwd),
    SCMP_SYS(fcntl),    SCMP_SYS(fadvise64),  SCMP_SYS(dup),        SCMP_SYS(dup2),
    SCMP_SYS(dup3),     SCMP_SYS(pipe),       SCMP_SYS(pipe2),      SCMP_SYS(poll),
    SCMP_SYS(ppoll),    SCMP_SYS(select),     SCMP_SYS(pselect6),   SCMP_SYS(eventfd2),
    SCMP_SYS(umask),    SCMP_SYS(ftruncate),
};

constexpr int kMemoryAndThreads[] = {
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_getparam),
    SCMP_SYS(sched_getscheduler),
    SCMP_SYS(rseq),
    SCMP_SYS(membarrier),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(arch_prctl),
    SCMP_SYS(gettid),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(getrlimit),
    SCMP_SYS(getrusage),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(getrandom),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

// Of the second argument of mmap().
Condition is_code_to_read() {
    constexpr std::uint64_t kBoth = PROT_EXEC | PROT_WRITE;
    return {.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = kBoth, .datum_b = PROT_EXEC};
}

std::vector<Rule> helper_rules() {
    constexpr auto kAllow = SCMP_ACT_ALLOW;
    const auto self = static_cast<std::uint64_t>(::getpid());  // stays the same through execve()
    std::vector<Rule> rules = {
        // Programs and libraries are mapped from files; memory that can be written, or was, is
        // never code.
        {kAllow, SCMP_SYS(mmap), {lacks_bit(2, PROT_EXEC)}},
        {kAllow, SCMP_SYS(mmap), {is_code_to_read(), lacks_bit(3, MAP_ANONYMOUS)}},
        {kAllow, SCMP_SYS(mprotect), {lacks_bit(2, PROT_EXEC)}},

        // Threads, and no processes. clone3() hides its flags from a filter, so it is missing and
        // the C library falls back on clone().
        {kAllow, SCMP_SYS(clone), {has_bit(0, CLONE_THREAD)}},

        // To become the helper. A second time gains nothing: the cage stays, and Landlock allows
        // only the helper itself and what is in the system's library folders.
        {kAllow, SCMP_SYS(execve)},

        // abort(), and names for threads.
        {kAllow, SCMP_SYS(tgkill), {equals(0, self)}},
        {kAllow, SCMP_SYS(prctl), {equals(0, PR_SET_NAME)}},
        {kAllow, SCMP_SYS(prctl), {equals(0, PR_GET_NAME)}},

        // Limits may be asked for, not set.
        {kAllow, SCMP_SYS(prlimit64), {equals(2, 0)}},
        {fails_with(ENOTTY), SCMP_SYS(ioctl)},
    };
    for (const int call : kFiles) rules.push_back({kAllow, call});
    for (const int call : kMemoryAndThreads) rules.push_back({kAllow, call});
    return rules;
}

}  // namespace

bool filter_helper_calls() {
    return install_filter(fails_with(ENOSYS), helper_rules());
}

}  // namespace fovea::sandbox
