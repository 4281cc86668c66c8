// Hands every event of a live session to one who wants them all, in their order, on a thread of their own.
//
//     {
//         const EventPump pump(live.events(), [&](const agent::Event& event) { print(event); });
//         … work …
//     }   // the log is closed, and all of it is printed
//
// An event at which `print` throws is counted and passed over: the run does not end in the middle.
#pragma once

#include "fovea/base/tally.hpp"
#include "fovea/host/event_log.hpp"

#include <exception>
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
                  if (next->event) hand_on(take, *next->event);
              }
          }) {}
    EventPump(const EventPump&) = delete;
    EventPump& operator=(const EventPump&) = delete;
    // Also when what it was there for threw: nobody would close the log then.
    ~EventPump() { log_.close(); }

private:
    static void hand_on(
        const std::function<void(const agent::Event&)>& take, const agent::Event& event
    ) {
        try {
            take(event);
        } catch (const std::exception&) {  // the top of a thread
            tally().add("fovea_stray_failures_total", {{"where", "event"}});
        }
    }

    EventLog& log_;
    std::unique_ptr<EventReader> reader_;
    std::jthread thread_;  // last: it uses the reader
};

}  // namespace fovea::host
