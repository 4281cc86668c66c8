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
    // Bytes; who has more waiting is sent away. A message with ten pictures is 13 MiB, and comes at once.
    std::size_t max_unread = 16u << 20;
    std::chrono::milliseconds keep_alive{15'000};
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
