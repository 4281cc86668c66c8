// Hands every event of a live session to one who wants them all, in their order, on a thread of their own.
//
//     {
//         const EventPump pump(live.events(), [&](const agent::Event& event) { print(event); });
//         … work …
//     }   // the log is closed, and all of it is printed
#pragma once

#include "fovea/host/event_log.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

namespace fovea::host {

// For a log whose only reader is a pump: nothing is kept for others, and nothing is left out.
inline constexpr EventLogSettings kForPump{
    .kept = 0, .waiting = std::numeric_limits<std::size_t>::max()};

class EventPump {
public:
    // From the next event on. Borrows the log, which ends with the pump.
    EventPump(EventLog& log, std::function<void(const agent::Event&)> take)
        : log_(log), reader_(log.read_new()), thread_([this, take = std::move(take)] {
              while (const auto next = reader_->next({})) {
                  if (next->event) take(*next->event);
              }
          }) {}
    EventPump(const EventPump&) = delete;
    EventPump& operator=(const EventPump&) = delete;
    // Also when what it was there for threw: nobody would close the log then.
    ~EventPump() { log_.close(); }

private:
    EventLog& log_;
    std::unique_ptr<EventReader> reader_;
    std::jthread thread_;  // last: it uses the reader
};

}  // namespace fovea::host
