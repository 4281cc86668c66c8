// What happens in a live session, numbered, for any number of readers at once: a terminal, a web page, a
// program that comes back after its connection broke.
//
//     EventLog log("5f0c…");
//     log.add(turn, event);                              // the agent's thread: never waits for a reader
//
//     auto reader = log.read_from(last_seen + 1);        // each reader's own thread
//     while (const auto next = reader->next(stop)) show(next->seq, *next->event);
//
// The log keeps the last events for those who come later; each reader has a queue of its own. One that does
// not read costs its queue and nothing else: first the pieces of a streamed reply that wait there become one
// piece, then the oldest events go, and the reader is told how many it missed. Nobody is called under a lock.
#pragma once

#include "fovea/agent/events.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::host {

struct NumberedEvent {
    std::uint64_t seq = 0;  // from 1; of pieces that became one, that of the last
    std::uint64_t turn = 0;
    std::chrono::system_clock::time_point time;
    std::shared_ptr<const agent::Event> event;  // null: `missed` events are gone
    std::uint64_t missed = 0;
    std::uint64_t stored = 0;   // of the session's last entry that was stored by then
    std::uint64_t kept_as = 0;  // what the turn is kept as (turn_queue.hpp); 0: nowhere
};

struct EventLogSettings {
    std::size_t kept = 4096;     // for those who come later
    std::size_t waiting = 1024;  // for each reader
};

class EventReader;

class EventLog {
public:
    explicit EventLog(std::string session, EventLogSettings settings = {});
    ~EventLog();
    EventLog(const EventLog&) = delete;
    EventLog& operator=(const EventLog&) = delete;

    const std::string& session() const { return session_; }

    // Its number.
    std::uint64_t add(
        std::uint64_t turn, agent::Event event, std::uint64_t stored = 0, std::uint64_t kept_as = 0
    );

    // From that number on, as far as it is kept; what is not is told as missed. The log may end first.
    // `wake` is for a reader that has no thread to wait on: called when something is there, or the log ended,
    // by whoever added it, and perhaps once more when its reader is gone.
    using Wake = std::function<void()>;
    std::unique_ptr<EventReader> read_from(std::uint64_t seq, Wake wake = {});
    std::unique_ptr<EventReader> read_new(Wake wake = {}) {
        return read_from(last() + 1, std::move(wake));
    }

    std::uint64_t last() const;

    // Readers come to their end once they have read what is there.
    void close();

private:
    friend class EventReader;
    struct Queue;

    static void wake(const std::vector<std::shared_ptr<Queue>>& queues);
    // With the lock. Whether there is something for it already.
    bool add_reader(const std::shared_ptr<Queue>& queue, std::uint64_t seq);

    const std::string session_;
    const EventLogSettings settings_;

    mutable std::mutex mutex_;  // guards all below
    std::uint64_t last_ = 0;
    bool closed_ = false;
    std::deque<NumberedEvent> kept_;
    std::vector<std::weak_ptr<Queue>> readers_;
};

// For one thread.
class EventReader {
public:
    explicit EventReader(std::shared_ptr<EventLog::Queue> queue) : queue_(std::move(queue)) {}
    ~EventReader();
    EventReader(const EventReader&) = delete;
    EventReader& operator=(const EventReader&) = delete;

    // Waits for it; none when the log was closed and all is read, or when it was stopped.
    std::optional<NumberedEvent> next(const std::stop_token& stop);

    // What is there already; none where nothing is.
    std::optional<NumberedEvent> next_now();

    // The log was closed, and all is read.
    bool is_over();

private:
    std::shared_ptr<EventLog::Queue> queue_;
};

}  // namespace fovea::host
