#include "fovea/sandbox/lockdown.hpp"

#include "fovea/sandbox/capabilities.hpp"
#include "fovea/sandbox/landlock.hpp"
#include "fovea/sandbox/limit_resource.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"
#include "fovea/sandbox/syscall_filter.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace fovea::sandbox {

namespace {

bool limit_resources() {
    // Room for the standard streams, the socket, and a Landlock ruleset for a moment.
    bool all = limit_resource(RLIMIT_NOFILE, 16);
    all &= limit_resource(RLIMIT_NPROC, 0);
    all &= limit_resource(RLIMIT_FSIZE, 0);
    all &= limit_resource(RLIMIT_CORE, 0);
    all &= limit_resource(RLIMIT_STACK, 8 << 20);
    return all;
}

bool die_with(pid_t parent) {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
    // The signal is not sent for a parent that died before we asked for it.
    if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
    return true;
}

}  // namespace

Layers lock_down(const LockdownRequest& request) {
    Layers layers;
    layers.relaxed = kSanitizerBuild;

    layers.dies_with_parent = die_with(request.parent);
    layers.not_dumpable = ::prctl(PR_SET_DUMPABLE, 0) == 0;
    layers.no_new_privs = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    layers.no_capabilities = drop_capabilities();
    ::setsid();  // signals from the parent's terminal are for the parent; fails only for a leader
    ::umask(077);

    if (!kSanitizerBuild) layers.memory_limit = limit_resource(RLIMIT_AS, request.address_space);
    layers.resource_limits = limit_resources();

    // Files first: installing Landlock needs calls that the filter refuses.
    layers.landlock_abi = give_up_files();
    layers.seccomp = filter_system_calls();
    return layers;
}

}  // namespace fovea::sandbox
