// Frames of standard input in their order, read while the agent works, so that an interrupt is heard at
// once.
//
//     FrameFeed feed(STDIN_FILENO);
//     while (auto fed = TRY(feed.next(stop))) answer(fed->frame, fed->stop.get_token());
//
// What is wrong with a line is told when its turn comes: everything before it is done first (H3).
// An interrupt concerns the messages before it, running or waiting; when there are none, it is for
// nobody. Those after it are answered. While many messages wait, nothing more is read, so an interrupt behind those is heard later.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/protocol/input_frame.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace fovea::protocol {

struct FedFrame {
    UserFrame frame;
    std::stop_source stop = {};  // asked for by an interrupt behind it, also before its turn comes
};

class FrameFeed {
public:
    explicit FrameFeed(int fd, std::function<void()> on_interrupt = {});
    FrameFeed(const FrameFeed&) = delete;
    FrameFeed& operator=(const FrameFeed&) = delete;
    ~FrameFeed();

    // Nothing at the end of the input, and when `stop` is asked for. The message before is then done.
    Result<std::optional<FedFrame>> next(const std::stop_token& stop);

    // Whether the input is at its end and everything was taken. An end that is on its way is waited for.
    bool is_over(std::chrono::milliseconds patience);

    // Whether nobody said anything, right or wrong.
    bool was_empty();

private:
    void read(const std::stop_token& ended);
    void wait_for_room(const std::stop_token& ended);
    void interrupt();  // with the mutex held
    // False when nothing comes after it.
    bool take(Result<std::optional<std::string>> line);

    int fd_;
    std::function<void()> on_interrupt_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable_any came_;
    std::deque<Result<FedFrame>> waiting_;
    std::optional<std::stop_source> running_;  // of the message that is being answered
    bool ended_ = false;
    bool any_ = false;
    std::jthread reader_;
};

}  // namespace fovea::protocol
