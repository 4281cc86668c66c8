#include "fovea/sandbox/private_process.hpp"

#include "fovea/sandbox/sanitizer_build.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstring>
#include <string_view>

namespace fovea::sandbox {
namespace {

// The kernel shows the bytes that the program was started with, whatever the variables are by now: they
// move to the heap, and their old place is wiped.
void hide(char*& variable) {
    const std::size_t size = std::strlen(variable);
    char* const moved = ::strdup(variable);  // lives as long as the process, as all variables do
    if (moved == nullptr) return;
    ::explicit_bzero(variable, size);
    variable = moved;
}

}  // namespace

void keep_process_private(char** environment) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    // The address sanitizer's search for leaks attaches to this process.
    if constexpr (!kSanitizerBuild) ::prctl(PR_SET_DUMPABLE, 0);
    for (; environment != nullptr && *environment != nullptr; ++environment) hide(*environment);
}

}  // namespace fovea::sandbox
