// Takes every power from the process it is called in, for good: a worker calls it once, after it
// has mapped its arenas and before it looks at a byte from outside.
#pragma once

#include "fovea/sandbox/layers.hpp"

#include <sys/types.h>

#include <cstdint>

namespace fovea::sandbox {

struct LockdownRequest {
    std::uint64_t address_space;  // bytes, arenas included
    pid_t parent;                 // whose death ends this process
};

// Goes on where the kernel lacks a layer; the caller decides by enough(). Does not return
// when the parent is gone already.
Layers lock_down(const LockdownRequest& request);

}  // namespace fovea::sandbox
