#include "fovea/cli/output.hpp"

#include "fovea/cli/exit_code.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace fovea::cli {
namespace {

int lost_because = 0;  // errno of the first write that failed

bool remember_failure() {
    if (lost_because == 0) lost_because = errno == 0 ? EIO : errno;
    return false;
}

}  // namespace

bool print_line(std::string_view line) {
    ::flockfile(stdout);  // lines of several threads stay whole
    errno = 0;
    const bool written = std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
                         std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
    const bool remembered = written || remember_failure();
    ::funlockfile(stdout);
    return remembered;
}

bool print_piece(std::string_view piece) {
    errno = 0;
    const bool written = std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size() &&
                         std::fflush(stdout) == 0;
    return written || remember_failure();
}

int checked_exit(int code) {
    errno = 0;
    if (lost_because == 0 && (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)) {
        remember_failure();
    }
    if (lost_because == 0) return code;
    // Whoever ended the work because nobody reads any more has said so in the code.
    if (lost_because == EPIPE && code != kSuccess) return code;
    if (lost_because != EPIPE) {
        const char* const why =
            lost_because == EBADF ? "standard output is closed" : std::strerror(lost_because);
        std::fprintf(stderr, "fovea: cannot write the results: %s\n", why);
    }
    return kRuntimeError;
}

}  // namespace fovea::cli
