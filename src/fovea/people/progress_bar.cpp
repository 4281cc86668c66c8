#include "fovea/people/progress_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <utility>

namespace fovea::people {
namespace {

constexpr std::size_t kWidth = 24;
constexpr std::size_t kLeastWidth = 4;
constexpr std::size_t kUsualColumns = 80;
constexpr std::string_view kErase = "\r\x1b[K";

std::atomic<bool> g_stands = false;  // read by a signal handler

bool shows_bars(const char* terminal) {
    const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return ::isatty(STDERR_FILENO) == 1 && !is_dumb;
}

std::size_t columns_of_terminal() {
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : kUsualColumns;
}

}  // namespace

std::string progress_line(
    std::string_view what, std::size_t done, std::size_t total, std::size_t columns
) {
    const auto within = std::min(done, total);
    // As wide as it will get, so that the bar does not jump.
    const auto most = fmt::format("{} [] {}/{}", what, total, total).size();
    const auto count = fmt::format("{}/{}", within, total);
    // The last column stays free: some terminals go to the next line once it is written.
    const auto room = std::max<std::size_t>(columns, 1) - 1;
    if (room >= most + kLeastWidth) {
        const auto width = std::min(kWidth, room - most);
        const auto filled = total == 0 ? 0 : within * width / total;
        return fmt::format(
            "{} [{}{}] {}", what, std::string(filled, '#'), std::string(width - filled, ' '), count
        );
    }
    for (const auto& shorter : {fmt::format("{} {}", what, count), count}) {
        if (shorter.size() <= room) return shorter;
    }
    return {};
}

void clear_progress_line() {
    if (!g_stands.exchange(false)) return;
    static_cast<void>(::write(STDERR_FILENO, kErase.data(), kErase.size()) > 0);
}

ProgressBar::ProgressBar(const char* terminal) : is_terminal_(shows_bars(terminal)) {}

void ProgressBar::show(std::string_view what, std::size_t done, std::size_t total) {
    if (!is_terminal_) return;
    auto line = progress_line(what, done, total, columns_of_terminal());
    const std::scoped_lock lock(mutex_);
    if (line == last_) return;
    last_ = std::move(line);
    g_stands = !last_.empty();
    fmt::print(stderr, "\r{}\x1b[K", last_);
    std::fflush(stderr);
}

void ProgressBar::clear() {
    const std::scoped_lock lock(mutex_);
    if (last_.empty()) return;
    last_.clear();
    g_stands = false;
    fmt::print(stderr, "{}", kErase);
    std::fflush(stderr);
}

}  // namespace fovea::people
