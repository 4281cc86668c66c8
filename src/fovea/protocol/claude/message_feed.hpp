// The messages of the client in their order, read while one is answered, so that an interrupt or a
// permission is heard at once.
//
//     MessageFeed feed(STDIN_FILENO, control);
//     while (auto message = TRY(feed.next(stop))) answer(message->line, message->stop.get_token());
//
// What is wrong with a line is told when its turn comes; nothing comes after it. While many messages
// wait, nothing more is read, except where the client was asked something: its answer comes behind
// them.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/protocol/claude/control.hpp"
#include "fovea/protocol/claude/input_line.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace fovea::protocol::claude {

struct FedMessage {
    UserLine line;
    std::stop_source stop;  // of this message alone
};

class MessageFeed {
public:
    explicit MessageFeed(int fd) : fd_(fd) {}
    MessageFeed(const MessageFeed&) = delete;
    MessageFeed& operator=(const MessageFeed&) = delete;
    ~MessageFeed();

    // Begins to read; the control outlives this.
    void start(Control& control);

    // Nothing at the end of the input, and when `stop` is asked for. The message before is then done.
    Result<std::optional<FedMessage>> next(const std::stop_token& stop);

    // Stops the message that is being answered; where there is none, the one that waits first. The
    // uuids of the others.
    std::vector<std::string> interrupt();

    // Between the two, everything is read: the client was asked something.
    void begin_question();
    void end_question();

private:
    void read(Control& control, const std::stop_token& ended);
    void wait_for_room(const std::stop_token& ended);
    // False when nothing comes after it.
    bool take(const std::string& line, Control& control);
    void put(Result<FedMessage> message);

    int fd_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable_any came_;
    std::deque<Result<FedMessage>> waiting_;
    std::optional<std::stop_source> running_;
    int questions_ = 0;  // to the client, without an answer yet
    bool ended_ = false;
    std::jthread reader_;
};

}  // namespace fovea::protocol::claude
