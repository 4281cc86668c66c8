#include "fovea/sandbox/layers.hpp"

#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace fovea::sandbox {

namespace {

struct LayerBit {
    bool Layers::*layer;
    const char* when_missing;
};

// The position is the bit.
constexpr LayerBit kLayerBits[] = {
    {&Layers::seccomp, "no seccomp: system calls are not filtered"},
    {&Layers::no_new_privs, "no_new_privs could not be set"},
    {&Layers::no_capabilities, "powers of root are left"},
    {&Layers::not_dumpable, "the worker's memory can be dumped"},
    {&Layers::dies_with_parent, "a busy worker may outlive the program"},
    {&Layers::memory_limit, "memory is not limited"},
    {&Layers::resource_limits, "some resource limits could not be set"},
    {&Layers::relaxed, nullptr},
};

}  // namespace

KernelSupport kernel_support() {
    KernelSupport support;
    const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
    support.seccomp = ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
    const long abi = ::syscall(
        SYS_landlock_create_ruleset, nullptr, std::size_t{0}, LANDLOCK_CREATE_RULESET_VERSION
    );
    support.landlock_abi = abi > 0 ? static_cast<int>(abi) : 0;
    return support;
}

bool enough(const Layers& layers, const KernelSupport& support) {
    if (support.seccomp && !layers.seccomp) return false;
    if (support.landlock_abi > 0 && layers.landlock_abi <= 0) return false;
    return layers.seccomp || layers.landlock_abi > 0;
}

std::vector<std::string> weaknesses(const Layers& layers) {
    std::vector<std::string> found;
    for (const LayerBit& bit : kLayerBits) {
        if (bit.when_missing != nullptr && !(layers.*bit.layer))
            found.emplace_back(bit.when_missing);
    }
    if (layers.relaxed)
        found.emplace_back("sanitizer build: the filter refuses only the worst calls");

    if (layers.landlock_abi <= 0) {
        found.emplace_back(
            layers.seccomp ? "no Landlock: files are guarded by the system call filter alone"
                           : "no Landlock: files are not guarded"
        );
    } else if (layers.landlock_abi < 4 && !layers.seccomp) {
        found.push_back(
            "Landlock ABI " + std::to_string(layers.landlock_abi) +
            " has no rules for the network, and nothing else refuses it"
        );
    }
    return found;
}

std::uint32_t layer_bits(const Layers& layers) {
    std::uint32_t bits = 0;
    std::uint32_t bit = 1;
    for (const LayerBit& entry : kLayerBits) {
        if (layers.*entry.layer) bits |= bit;
        bit <<= 1;
    }
    return bits;
}

Layers layers_from(std::uint32_t bits, int landlock_abi) {
    Layers layers;
    layers.landlock_abi = landlock_abi > 0 ? landlock_abi : 0;
    std::uint32_t bit = 1;
    for (const LayerBit& entry : kLayerBits) {
        layers.*entry.layer = (bits & bit) != 0;
        bit <<= 1;
    }
    return layers;
}

}  // namespace fovea::sandbox
