// The frames of Claude Code (H8): system/init for each message of the user,
// assistant and user frames with messages in the form of Anthropic's API, stream_event frames with
// --include-partial-messages, and one result for each message.
//
//     auto encoder = claude::make_encoder({.partial = true, .sink = print});
//     encoder->encode(event);
//
// Every frame has a uuid and the session_id, no bytes of pictures, and less than 1 MiB.
#pragma once

#include "fovea/protocol/claude/uuid.hpp"
#include "fovea/protocol/encoder.hpp"

#include <boost/json/fwd.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace fovea::protocol::claude {

// Takes one frame; false when nobody reads any more. May be called by several threads.
using FrameSink = std::function<bool(const boost::json::object& frame)>;

struct EncoderOptions {
    bool partial = false;  // --include-partial-messages
    bool replay = false;   // --replay-user-messages
    bool hooks = false;    // --include-hook-events
    FrameSink sink;
    std::function<std::string()> new_uuid = random_uuid;
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
    std::function<std::string()> permission_mode = [] { return std::string("default"); };
};

std::unique_ptr<Encoder> make_encoder(EncoderOptions options);

// The version of Claude Code whose frames these are. SDKs warn of one below 2.0.0.
inline constexpr const char* kProtocolVersion = "2.1.0";

}  // namespace fovea::protocol::claude
