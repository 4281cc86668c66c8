// The events of a session as Server-Sent Events, for as long as somebody reads them.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/serve/events/hub.hpp"
#include "fovea/serve/http/long_answer.hpp"

#include <memory>
#include <optional>
#include <string>

namespace fovea::serve {

struct StreamLimits {
    // Bytes; who has more waiting is told the rest as fast as they read it (place.hpp).
    std::size_t room = 4u << 20;
    std::chrono::milliseconds keep_alive{15'000};
    int beats_unread = 8;  // who reads nothing for so many of them is sent away
};

std::unique_ptr<LongAnswer> make_sse_answer(
    Hub& hub,
    Timers& timers,
    std::string session,
    std::optional<std::uint64_t> last_seq,
    StreamLimits limits = {}
);

// Answers with the end of a turn, when it comes.
std::unique_ptr<LongAnswer> make_turn_answer(Hub& hub, std::string session, std::uint64_t turn);

}  // namespace fovea::serve
