// Requests of a server to its client (legacy), and the answers to them.
//
//     const auto answer = peer.ask({"roots/list"}, send, 5s, stop);
//     …
//     peer.take(response);       // on the thread that reads
#pragma once

#include "fovea/mcp/message.hpp"
#include "fovea/mcp/server/call_voice.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::mcp {

class PeerRequests {
public:
    // Nothing when it was refused, or no answer came in time; the client is then told to stop.
    std::optional<boost::json::object> ask(
        const Notification& question,  // its method and params
        const Send& send,
        std::chrono::milliseconds timeout,
        const std::stop_token& stop
    );

    // False for one that nobody waits for, which is dropped.
    bool take(Response response);

private:
    std::mutex mutex_;  // guards what follows
    std::int64_t last_ = 0;
    std::map<std::string, std::optional<Response>> waiting_;
    std::condition_variable_any came_;
};

}  // namespace fovea::mcp
