// The launcher's end of a helper program: locks this process up and becomes the helper.
//
//     int main(int argc, char** argv) { return fovea::sandbox::run_in_cage(argc, argv); }
//
// A program that is not ours cannot lock itself up, so a small one of ours (fovea-cage) does it and
// then runs the other in its place: limits, then Landlock (system libraries and fonts may be read,
// nothing written), then the filter of system calls. It fails closed: without seccomp and Landlock
// no helper runs, because a helper can open files and only Landlock says which.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::sandbox {

// Where a helper finds its input; the launcher's caller puts it there.
inline constexpr int kHelperInputFd = 3;

// What the launcher exits with when it could not start the helper; its last line says why.
inline constexpr int kCageFailed = 125;

struct CageRequest {
    std::int64_t parent = 0;       // whose death ends the helper
    std::uint64_t max_memory = 0;  // bytes of address space
    std::uint64_t cpu_seconds = 0;
    std::string program;  // absolute path
    std::vector<std::string> arguments;
};

// As the launcher's arguments, and back again inside it.
std::vector<std::string> to_arguments(const CageRequest& request);

// Returns only when the helper could not be started.
int run_in_cage(int argc, char** argv);

}  // namespace fovea::sandbox
