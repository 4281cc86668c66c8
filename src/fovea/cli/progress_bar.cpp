#include "fovea/cli/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace fovea::cli {
namespace {

constexpr std::size_t kWidth = 24;

bool shows_bars() {
    const char* kind = std::getenv("TERM");
    const bool is_dumb = kind == nullptr || std::string_view(kind) == "dumb";
    return ::isatty(STDERR_FILENO) == 1 && !is_dumb;
}

}  // namespace

std::string progress_line(std::string_view what, std::size_t done, std::size_t total) {
    const auto within = std::min(done, total);
    const auto filled = total == 0 ? 0 : within * kWidth / total;
    return fmt::format(
        "{} [{}{}] {}/{}",
        what,
        std::string(filled, '#'),
        std::string(kWidth - filled, ' '),
        within,
        total
    );
}

ProgressBar::ProgressBar() : is_terminal_(shows_bars()) {}

void ProgressBar::show(std::string_view what, std::size_t done, std::size_t total) {
    if (!is_terminal_) return;
    auto line = progress_line(what, done, total);
    const std::scoped_lock lock(mutex_);
    if (line == last_) return;
    last_ = std::move(line);
    fmt::print(stderr, "\r{}\x1b[K", last_);
    std::fflush(stderr);
}

void ProgressBar::clear() {
    const std::scoped_lock lock(mutex_);
    if (last_.empty()) return;
    last_.clear();
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
}

}  // namespace fovea::cli
