#include "fovea/sandbox/landlock.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/sandbox/layers.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace fovea::sandbox {

namespace {

// Our own, because the C library's headers are older than the kernels we may meet. An older kernel
// is handed a shorter struct.
struct RulesetAttributes {
    std::uint64_t handled_access_fs = 0;
    std::uint64_t handled_access_net = 0;  // from ABI 4
    std::uint64_t scoped = 0;              // from ABI 6
};

constexpr std::uint64_t lowest_bits(unsigned count) {
    return (std::uint64_t{1} << count) - 1;
}

std::uint64_t file_rights(int abi) {
    if (abi >= 5) return lowest_bits(16);  // + ioctl on devices
    if (abi >= 3) return lowest_bits(15);  // + truncate
    if (abi >= 2) return lowest_bits(14);  // + refer
    return lowest_bits(13);
}

constexpr std::uint64_t kConnectTcp = 1 << 1;
constexpr unsigned kRuleNetPort = 2;

struct NetPortRule {
    std::uint64_t allowed_access = kConnectTcp;
    std::uint64_t port = 0;
};

struct Ruleset {
    RulesetAttributes attributes;
    std::size_t size;
};

Ruleset everything_in(int abi) {
    Ruleset ruleset{{.handled_access_fs = file_rights(abi)}, sizeof(std::uint64_t)};
    if (abi >= 4) {
        ruleset.attributes.handled_access_net = lowest_bits(2);  // bind and connect, TCP
        ruleset.size = 2 * sizeof(std::uint64_t);
    }
    if (abi >= 6) {
        ruleset.attributes.scoped = lowest_bits(2);  // abstract unix sockets, signals
        ruleset.size = 3 * sizeof(std::uint64_t);
    }
    return ruleset;
}

// Without running, and without device files, which nobody here makes.
std::uint64_t rights_of_owner(int abi) {
    return file_rights(abi) & ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE} &
           ~std::uint64_t{LANDLOCK_ACCESS_FS_MAKE_CHAR} &
           ~std::uint64_t{LANDLOCK_ACCESS_FS_MAKE_BLOCK};
}

std::uint64_t rights_of(FileGrant::Right right, int abi) {
    switch (right) {
        case FileGrant::Right::Read:
            return LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
        case FileGrant::Right::ReadAndWrite:
            return LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
        case FileGrant::Right::Run:
            return LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                   LANDLOCK_ACCESS_FS_EXECUTE;
        case FileGrant::Right::Own: return rights_of_owner(abi);
    }
    return 0;
}

void add_grant(const Fd& ruleset, const FileGrant& grant, int abi) {
    const Fd place(::open(grant.path, O_PATH | O_CLOEXEC));
    struct stat status {};
    if (!place || ::fstat(place.number(), &status) != 0) return;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights_of(grant.right, abi);
    // The kernel refuses a whole rule for one right that a file cannot have.
    if (!S_ISDIR(status.st_mode)) {
        rule.allowed_access &= ~std::uint64_t{LANDLOCK_ACCESS_FS_READ_DIR};
    }
    rule.parent_fd = place.number();
    ::syscall(SYS_landlock_add_rule, ruleset.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0U);
}

}  // namespace

int give_up_files() {
    return give_up_files_except({});
}

int give_up_files_except(std::span<const FileGrant> grants, std::optional<std::uint16_t> tcp_port) {
    const int abi = kernel_support().landlock_abi;
    if (abi <= 0) return 0;

    // Every right is handled; only the rules give some of them back.
    const Ruleset rules = everything_in(abi);
    const Fd ruleset(
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules.attributes, rules.size, 0U))
    );
    if (!ruleset) return 0;
    for (const FileGrant& grant : grants) add_grant(ruleset, grant, abi);
    if (tcp_port && abi >= 4) {
        const NetPortRule rule{.port = *tcp_port};
        ::syscall(SYS_landlock_add_rule, ruleset.number(), kRuleNetPort, &rule, 0U);
    }
    if (::syscall(SYS_landlock_restrict_self, ruleset.number(), 0U) != 0) return 0;
    return abi;
}

}  // namespace fovea::sandbox
