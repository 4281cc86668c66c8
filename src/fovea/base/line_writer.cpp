#include "fovea/base/line_writer.hpp"

#include <climits>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace fovea {
namespace {

void wake(int event) {
    const std::uint64_t one = 1;
    static_cast<void>(::write(event, &one, sizeof one) == sizeof one);
}

}  // namespace

LineWriter::LineWriter(int fd, std::size_t max_waiting, std::stop_token stop)
    : fd_(fd),
      wake_(::eventfd(0, EFD_CLOEXEC)),
      max_waiting_(max_waiting),
      stop_(std::move(stop)),
      thread_([this](const std::stop_token& ended) { write_all(ended); }) {}

LineWriter::~LineWriter() {
    thread_.request_stop();
    wake(wake_);
    thread_.join();
    if (wake_ >= 0) ::close(wake_);
}

void LineWriter::send(std::string line) {
    line += '\n';
    std::unique_lock lock(mutex_);
    const auto has_room = [this] { return waiting_ < max_waiting_ || gone_.stop_requested(); };
    if (!changed_.wait(lock, stop_, has_room) || is_over()) return;
    waiting_ += line.size();
    lines_.push_back(std::move(line));
    changed_.notify_all();
}

bool LineWriter::flush(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    while (waiting_ > 0 && !is_over()) {
        const auto before = written_;
        const auto moved = [&] { return written_ != before || gone_.stop_requested(); };
        if (!changed_.wait_for(lock, stop_, patience, moved)) return false;
    }
    return waiting_ == 0;
}

void LineWriter::write_all(const std::stop_token& ended) {
    ::pthread_setname_np(::pthread_self(), "fovea-lines-out");
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, ended, [this] { return !lines_.empty(); })) {
        const auto line = std::move(lines_.front());
        lines_.pop_front();
        lock.unlock();
        write_line(line, ended);
        lock.lock();
        if (ended.stop_requested() || gone_.stop_requested()) return;
    }
}

void LineWriter::write_line(const std::string& line, const std::stop_token& ended) {
    std::array<pollfd, 2> ready{{{fd_, POLLOUT, 0}, {wake_, POLLIN, 0}}};
    for (std::size_t at = 0; at < line.size();) {
        if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) break;
        if (ended.stop_requested()) return;
        if (ready[0].revents == 0) continue;
        // A pipe that is ready takes so many without waiting; of more it might wait for the rest.
        const auto count =
            ::write(fd_, line.data() + at, std::min<std::size_t>(line.size() - at, PIPE_BUF));
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0) {
            if (errno != EPIPE) failure_ = errno;
            break;
        }
        at += static_cast<std::size_t>(count);
        const std::scoped_lock lock(mutex_);
        waiting_ -= static_cast<std::size_t>(count);
        written_ += static_cast<std::size_t>(count);
        changed_.notify_all();
        if (at == line.size()) return;
    }
    gone_.request_stop();
    const std::scoped_lock lock(mutex_);
    changed_.notify_all();
}

}  // namespace fovea
