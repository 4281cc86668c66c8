// The layers of protection around a worker: what the kernel could give, and what became active.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::sandbox {

// What this kernel offers, without starting anything.
struct KernelSupport {
    bool seccomp = false;
    int landlock_abi = 0;  // 0: not built in, or not enabled at boot

    bool operator==(const KernelSupport&) const = default;
};

KernelSupport kernel_support();

// What a worker told about itself before it touched its first job.
struct Layers {
    bool seccomp = false;  // system calls outside a short list end the worker
    int landlock_abi = 0;  // no file can be opened; from 4 no TCP, from 6 no signals to others
    bool no_new_privs = false;
    bool no_capabilities = false;   // none of root's powers, also where root started it
    bool not_dumpable = false;      // no core file, no debugger of the same user
    bool dies_with_parent = false;  // SIGKILL when the pool's process ends, even mid-job
    bool memory_limit = false;
    bool resource_limits = false;  // files, processes, file size, stack
    bool relaxed = false;          // a sanitizer build: the filter refuses only the worst

    bool operator==(const Layers&) const = default;
};

// Fail closed: a worker starts only with seccomp or Landlock, and with each of them that the kernel
// has. One that is there and does not take hold is a fault, not an old kernel.
bool enough(const Layers& layers, const KernelSupport& support);

// One sentence for each layer that is missing or weaker than it could be; empty when all is well.
// For the log and the doctor.
std::vector<std::string> weaknesses(const Layers& layers);

// The yes/no layers as bits, for the Hello packet.
std::uint32_t layer_bits(const Layers& layers);
Layers layers_from(std::uint32_t bits, int landlock_abi);

}  // namespace fovea::sandbox
