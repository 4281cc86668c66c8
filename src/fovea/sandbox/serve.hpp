// The worker's end: the main() of a program that a Pool starts.
//
//     int main() { fovea::sandbox::serve(handle); }
//
// serve() locks the process down before the first job, answers jobs one after another and exits
// when the parent closes the socket. Load and initialise everything before calling it: afterwards
// no file can be opened, so no library either. It exits without running destructors: after a job
// nothing in the process is worth trusting, and closing files is no longer allowed.
//
// A handler that lets std::bad_alloc escape costs its job OutOfMemory. Any other exception passes
// through serve(), ends the program and costs the job Crashed.
#pragma once

#include "fovea/base/bytes.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace fovea::sandbox {

struct Answer {
    Bytes message;                // at most 64 KiB
    std::size_t output_size = 0;  // how much of the output was filled
};

// The input is read-only memory; the output still holds what earlier jobs left there.
using Handler =
    std::function<Answer(ByteView request, ByteView input, std::span<std::byte> output)>;

[[noreturn]] void serve(const Handler& handle);

}  // namespace fovea::sandbox
