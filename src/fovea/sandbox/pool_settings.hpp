// What a Pool needs to know: which program, how many of it, and how much each may use.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fovea::sandbox {

struct WorkerProgram {
    enum class Stderr { Drop, Inherit };

    std::filesystem::path path;  // a program whose main() calls serve()
    std::vector<std::string> arguments = {};

    // The whole environment; nothing is inherited, so no key can be. The default asks the C library
    // to use huge pages and to keep freed memory for the next job instead of giving each buffer
    // back: a job that starts with fresh pages spends more time on page faults than on decoding.
    std::vector<std::string> environment = {
        "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
        "glibc.malloc.trim_threshold=268435456",
    };

    Stderr stderr_to = Stderr::Drop;  // Inherit only to debug: what a worker writes is hostile text
};

struct PoolSettings {
    WorkerProgram program;
    unsigned workers = 2;  // at most so many at once; each starts when it is first needed

    // The arenas of each worker. Sparse: only what jobs touched is ever real memory.
    std::size_t input_bytes = 64 << 20;
    std::size_t output_bytes = 64 << 20;

    std::uint64_t max_memory = std::uint64_t{1} << 30;  // of a worker, without its arenas

    std::chrono::milliseconds cpu_per_job{5'000};
    std::chrono::milliseconds wall_per_job{10'000};
    std::chrono::milliseconds start_timeout{30'000};

    // A worker that was taken over by a hostile job can spoil or overhear the ones after it, up to
    // this many. 1 gives every job a process of its own, for a millisecond or two each.
    unsigned jobs_per_worker = 500;
};

}  // namespace fovea::sandbox
