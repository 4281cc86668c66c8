#include "fovea/protocol/frame_feed.hpp"

#include "fovea/base/line_reader.hpp"

#include <exception>
#include <utility>

namespace fovea::protocol {
namespace {

constexpr std::size_t kMaxLine = 64u << 20;  // pictures come in lines, too
constexpr std::size_t kMaxWaiting = 64;  // a program that writes faster than models answer waits

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

FrameFeed::FrameFeed(int fd, std::function<void()> on_interrupt)
    : fd_(fd), on_interrupt_(std::move(on_interrupt)) {
    reader_ = std::jthread([this](const std::stop_token& ended) { read(ended); });
}

FrameFeed::~FrameFeed() {
    reader_.request_stop();
}

void FrameFeed::read(const std::stop_token& ended) {
    LineReader lines(fd_, kMaxLine);
    try {
        while (take(lines.next(ended))) wait_for_room(ended);
    } catch (const std::exception& stray) {  // out of memory, by what was sent
        take(Error{ErrorCode::Internal, stray.what()});
    }
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    came_.notify_all();
}

void FrameFeed::wait_for_room(const std::stop_token& ended) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, ended, [this] { return waiting_.size() < kMaxWaiting; });
}

bool FrameFeed::take(Result<std::optional<std::string>> line) {
    if (!line.ok()) {
        const std::scoped_lock lock(mutex_);
        any_ = true;
        waiting_.emplace_back(line.error());
        return false;
    }
    if (!line.value()) return false;
    if (is_blank(*line.value())) return true;
    auto frame = parse_input_frame(*line.value());
    const std::scoped_lock lock(mutex_);
    if (frame.ok() && std::holds_alternative<InterruptFrame>(frame.value())) {
        interrupt();
        return true;
    }
    any_ = true;
    if (!frame.ok()) {
        waiting_.emplace_back(frame.error());
        return false;
    }
    waiting_.emplace_back(FedFrame{std::get<UserFrame>(std::move(frame).value())});
    came_.notify_all();
    return true;
}

void FrameFeed::interrupt() {
    if (!running_ && waiting_.empty()) return;
    if (running_) running_->request_stop();
    for (auto& fed : waiting_) {
        if (fed.ok()) fed.value().stop.request_stop();
    }
    if (on_interrupt_) on_interrupt_();
}

Result<std::optional<FedFrame>> FrameFeed::next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    running_.reset();
    came_.wait(lock, stop, [this] { return ended_ || !waiting_.empty(); });
    if (stop.stop_requested() || waiting_.empty()) return std::optional<FedFrame>();
    auto frame = std::move(waiting_.front());
    waiting_.pop_front();
    came_.notify_all();  // there is room
    if (!frame.ok()) return frame.error();
    running_ = frame.value().stop;
    return std::optional(std::move(frame).value());
}

bool FrameFeed::is_over(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, patience, [this] { return ended_ || !waiting_.empty(); });
    return ended_ && waiting_.empty();
}

bool FrameFeed::was_empty() {
    const std::scoped_lock lock(mutex_);
    return !any_;
}

}  // namespace fovea::protocol
