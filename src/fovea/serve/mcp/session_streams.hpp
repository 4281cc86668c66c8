// The streams of one session of MCP: one for each request that is answered with events, and one beside all of
// them. Any thread may call.
//
//     const auto stream = streams.add({.answers = request.id});
//     streams.resume("3-17");         // stream 3, after its event 17
#pragma once

#include "fovea/serve/mcp/stream.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace fovea::serve {

class SessionStreams {
public:
    // Borrows the timers.
    explicit SessionStreams(Timers& timers, std::size_t max_kept = 32);

    // What concerns no request.
    const std::shared_ptr<McpStream>& aside() const { return aside_; }

    std::shared_ptr<McpStream> add(StreamSettings settings);

    struct Place {
        std::shared_ptr<McpStream> stream;
        std::uint64_t told = 0;
    };
    // Of a Last-Event-ID; none where it is none of ours, or is forgotten.
    std::optional<Place> resume(std::string_view event_id) const;

    bool has_listener() const;
    void end();

private:
    void forget_oldest();  // with the lock

    Timers& timers_;
    const std::size_t max_kept_;
    const std::shared_ptr<McpStream> aside_;
    mutable std::mutex mutex_;  // guards what follows
    std::uint64_t last_ = 0;
    std::map<std::uint64_t, std::shared_ptr<McpStream>> streams_;
};

}  // namespace fovea::serve
