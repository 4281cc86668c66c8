#include "fovea/cli/output.hpp"

#include "fovea/cli/exit_code.hpp"

#include <climits>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mutex>

namespace fovea::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTickMs = 100;  // so often one who waits looks whether it still should

int lost_because = 0;  // errno of the first write that failed
std::mutex printing;   // lines of several threads stay whole; guards what is above
// When whoever waits for a reader gives up; the clock's first moment: never.
std::atomic<Clock::time_point> given_up{Clock::time_point{}};

bool is_given_up() {
    const auto when = given_up.load();
    return when != Clock::time_point{} && Clock::now() >= when;
}

// False once nobody may be waited for.
bool wait_for_room() {
    for (;;) {
        pollfd ready{STDOUT_FILENO, POLLOUT, 0};
        const int found = ::poll(&ready, 1, kTickMs);
        if (found > 0 || (found < 0 && errno != EINTR)) return true;  // write() says what is wrong
        if (!is_given_up()) continue;
        errno = ETIMEDOUT;
        return false;
    }
}

bool write_all(std::string_view text) {
    while (!text.empty()) {
        if (!wait_for_room()) return false;
        // A pipe that is ready takes so many without waiting; of more it might wait for the rest.
        const auto count =
            ::write(STDOUT_FILENO, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool print(std::string_view text, std::string_view end) {
    const std::scoped_lock lock(printing);
    errno = 0;
    if (write_all(text) && write_all(end)) return true;
    if (lost_because == 0) lost_because = errno == 0 ? EIO : errno;
    return false;
}

const char* why_lost(int error) {
    if (error == EBADF) return "standard output is closed";
    if (error == ETIMEDOUT) return "nothing reads the output (timeout)";
    return std::strerror(error);
}

}  // namespace

std::size_t output_width() {
    constexpr std::size_t kUsual = 100;
    if (::isatty(STDOUT_FILENO) == 0) return std::numeric_limits<std::size_t>::max();
    winsize size{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : kUsual;
}

bool print_line(std::string_view line) {
    return print(line, "\n");
}

bool print_piece(std::string_view piece) {
    return print(piece, {});
}

void give_up_on_readers(std::chrono::milliseconds patience) {
    given_up = Clock::now() + patience;
}

int checked_exit(int code) {
    const std::scoped_lock lock(printing);
    if (lost_because == 0) return code;
    // Whoever ended the work because nobody reads any more has said so in the code.
    if (lost_because == EPIPE && code != kSuccess) return code;
    if (lost_because != EPIPE) {
        std::fprintf(stderr, "fovea: cannot write the results: %s\n", why_lost(lost_because));
    }
    if (lost_because == ETIMEDOUT && code != kSuccess) return code;
    return kRuntimeError;
}

}  // namespace fovea::cli
