#include "fovea/base/line_reader.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace fovea {

LineReader::LineReader(int fd, std::size_t max_line)
    : fd_(fd), wake_(::eventfd(0, EFD_CLOEXEC)), max_line_(max_line) {}

LineReader::~LineReader() {
    if (wake_ >= 0) ::close(wake_);
}

Result<bool> LineReader::read_more(const std::stop_token& stop) {
    const std::stop_callback call_back(stop, [this] {
        const std::uint64_t one = 1;
        static_cast<void>(::write(wake_, &one, sizeof one) == sizeof one);
    });
    std::array<pollfd, 2> waiting{{{fd_, POLLIN, 0}, {wake_, POLLIN, 0}}};
    while (::poll(waiting.data(), wake_ >= 0 ? 2 : 1, -1) < 0 && errno == EINTR) {
    }
    if (stop.stop_requested()) return false;
    std::array<char, 1 << 16> bytes;
    const auto count = ::read(fd_, bytes.data(), bytes.size());
    if (count < 0) {
        if (errno == EINTR || errno == EAGAIN) return true;
        return Error{
            ErrorCode::InvalidInput,
            std::string("standard input cannot be read: ") + std::strerror(errno)};
    }
    ended_ = count == 0;
    pending_.append(bytes.data(), static_cast<std::size_t>(count));
    return !ended_;
}

Result<std::optional<std::string>> LineReader::next(const std::stop_token& stop) {
    for (;;) {
        const auto end = pending_.find('\n', searched_);
        if (end != std::string::npos || (ended_ && !pending_.empty())) {
            const auto length = end == std::string::npos ? pending_.size() : end;
            auto line = pending_.substr(0, length);
            pending_.erase(0, end == std::string::npos ? length : length + 1);
            searched_ = 0;
            if (line.ends_with('\r')) line.pop_back();
            return std::optional(std::move(line));
        }
        searched_ = pending_.size();
        if (pending_.size() > max_line_) {
            return Error{
                ErrorCode::InvalidInput,
                "a line of standard input is longer than " + std::to_string(max_line_) + " bytes"};
        }
        if (ended_) return std::optional<std::string>();
        const bool more = TRY(read_more(stop));
        if (!more && !ended_) return std::optional<std::string>();
    }
}

Result<std::optional<std::string>> LineReader::some(const std::stop_token& stop) {
    while (pending_.empty()) {
        if (ended_) return std::optional<std::string>();
        const bool more = TRY(read_more(stop));
        if (!more) return std::optional<std::string>();
    }
    searched_ = 0;
    return std::optional(std::exchange(pending_, {}));
}

bool has_input(int fd, int wait_ms) {
    pollfd waiting{fd, POLLIN, 0};
    int ready = 0;
    while ((ready = ::poll(&waiting, 1, wait_ms)) < 0 && errno == EINTR) {
    }
    return ready > 0;
}

}  // namespace fovea
