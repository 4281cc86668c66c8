#include "fovea/protocol/claude/message_feed.hpp"

#include "fovea/base/line_reader.hpp"

#include <exception>
#include <utility>

namespace fovea::protocol::claude {
namespace {

constexpr std::size_t kMaxLine = 64u << 20;  // pictures come in lines, too
constexpr std::size_t kMaxWaiting = 64;      // a client that writes faster than models answer waits

}  // namespace

MessageFeed::~MessageFeed() {
    reader_.request_stop();
}

void MessageFeed::start(Control& control) {
    reader_ = std::jthread([this, &control](const std::stop_token& ended) {
        try {
            read(control, ended);
        } catch (const std::exception& stray) {  // out of memory, by what was sent
            put(Error{ErrorCode::Internal, stray.what()});
        }
        control.hang_up();
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        came_.notify_all();
    });
}

void MessageFeed::read(Control& control, const std::stop_token& ended) {
    LineReader lines(fd_, kMaxLine);
    for (;;) {
        auto line = lines.next(ended);
        if (!line.ok()) return put(line.error());
        if (!line.value()) return;
        const auto& text = *line.value();
        if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
        if (!take(text, control)) return;
        wait_for_room(ended);
    }
}

void MessageFeed::wait_for_room(const std::stop_token& ended) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, ended, [this] { return waiting_.size() < kMaxWaiting || questions_ > 0; });
}

void MessageFeed::begin_question() {
    const std::scoped_lock lock(mutex_);
    ++questions_;
    came_.notify_all();
}

void MessageFeed::end_question() {
    const std::scoped_lock lock(mutex_);
    --questions_;
}

bool MessageFeed::take(const std::string& line, Control& control) {
    auto parsed = parse_input_line(line);
    if (!parsed.ok()) {
        put(parsed.error());
        return false;
    }
    auto& what = parsed.value();
    if (auto* user = std::get_if<UserLine>(&what)) {
        put(FedMessage{std::move(*user), {}});
    } else if (const auto* request = std::get_if<ControlRequest>(&what)) {
        control.answer(*request);
    } else if (auto* response = std::get_if<ControlResponse>(&what)) {
        control.take(std::move(*response));
    }
    // Requests are answered at once, so a withdrawn one is done; keep_alive and what else is new
    // needs no answer.
    return true;
}

void MessageFeed::put(Result<FedMessage> message) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(message));
    came_.notify_all();
}

Result<std::optional<FedMessage>> MessageFeed::next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    running_.reset();
    came_.wait(lock, stop, [this] { return ended_ || !waiting_.empty(); });
    if (stop.stop_requested() || waiting_.empty()) return std::optional<FedMessage>();
    auto message = std::move(waiting_.front());
    waiting_.pop_front();
    came_.notify_all();  // there is room
    if (!message.ok()) return message.error();
    running_ = message.value().stop;
    return std::optional(std::move(message).value());
}

std::vector<std::string> MessageFeed::interrupt() {
    std::optional<std::stop_source> stopped;
    std::vector<std::string> others;
    {
        const std::scoped_lock lock(mutex_);
        stopped = running_;
        for (auto& message : waiting_) {
            if (!message.ok()) continue;
            if (stopped) {
                if (!message.value().line.uuid.empty()) others.push_back(message.value().line.uuid);
            } else {
                stopped = message.value().stop;
            }
        }
    }
    // Outside of the lock: whoever waits for it does something at once.
    if (stopped) stopped->request_stop();
    return others;
}

}  // namespace fovea::protocol::claude
