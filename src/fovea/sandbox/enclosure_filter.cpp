#include "fovea/sandbox/enclosure_filter.hpp"

#include "fovea/sandbox/syscall_rules.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <netinet/in.h>
#include <vector>

namespace fovea::sandbox {

namespace {

constexpr int kRefused[] = {
    // Other processes, and the keys of the user.
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    // Where most of the holes were, and no page needs.
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(reboot),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl),
};

// The low bits are the type; the rest are flags.
Condition is_of_type(int type) {
    return {.arg = 1, .op = SCMP_CMP_MASKED_EQ, .datum_a = 0xF, .datum_b = std::uint64_t(type)};
}

}  // namespace

bool filter_enclosed_calls() {
    std::vector<Rule> rules;
    for (const int call : kRefused) rules.push_back({fails_with(EPERM), call});
    // Landlock knows TCP alone; names, QUIC and WebRTC go over UDP.
    for (const int family : {AF_INET, AF_INET6}) {
        const auto is_family = equals(0, static_cast<std::uint64_t>(family));
        for (const int type : {SOCK_DGRAM, SOCK_RAW}) {
            rules.push_back({fails_with(EPERM), SCMP_SYS(socket), {is_family, is_of_type(type)}});
        }
        // SCTP, MPTCP and their kin, which Landlock does not take for TCP.
        const Condition beyond_tcp{
            .arg = 2, .op = SCMP_CMP_GT, .datum_a = IPPROTO_TCP, .datum_b = 0};
        rules.push_back({fails_with(EPERM), SCMP_SYS(socket), {is_family, beyond_tcp}});
    }
    for (const int family : {AF_PACKET, AF_VSOCK}) {
        const auto is_family = equals(0, static_cast<std::uint64_t>(family));
        rules.push_back({fails_with(EPERM), SCMP_SYS(socket), {is_family}});
    }
    return install_filter(SCMP_ACT_ALLOW, rules);
}

}  // namespace fovea::sandbox
