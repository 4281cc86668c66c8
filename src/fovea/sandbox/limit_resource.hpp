// Lowers one of the kernel's limits on this process.
#pragma once

#include <sys/resource.h>

#include <algorithm>

namespace fovea::sandbox {

// The C library's name for the argument differs between C and C++.
using Resource = decltype(RLIMIT_AS);

// Never above the hard limit found, which only root may raise.
inline bool limit_resource(Resource resource, rlim_t soft, rlim_t hard) {
    rlimit found{};
    if (::getrlimit(resource, &found) != 0) return false;
    const rlimit lowered{
        .rlim_cur = std::min(soft, found.rlim_max), .rlim_max = std::min(hard, found.rlim_max)};
    return ::setrlimit(resource, &lowered) == 0;
}

inline bool limit_resource(Resource resource, rlim_t wanted) {
    return limit_resource(resource, wanted, wanted);
}

}  // namespace fovea::sandbox
