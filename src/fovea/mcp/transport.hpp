// The way to one server: messages go, messages come, and at some time it ends.
//
//     transport.open({.on_message = …, .on_failed = …, .on_end = …, .on_note = …});
//     transport.send(Request{…}, 10s);
//     transport.close();
//
// The events are called on threads of the transport, one at a time for what came on one stream;
// they return at once, or after a send(). No event comes after close() has returned.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/message.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::mcp {

// Why a request has no result.
struct Failure {
    enum class Kind : std::uint8_t {
        Refused,      // the server said so: `code` is its own
        Timeout,      // no answer, and no progress, for too long
        Cancelled,    // the caller's stop token
        Gone,         // the server ended, or cannot be reached
        SessionLost,  // it does not know us any more, and did nothing: initialise again
        Broken,       // what came is not what the protocol says
    };

    Kind kind;
    std::string message;  // one sentence, without keys
    std::int64_t code = 0;

    bool operator==(const Failure&) const = default;
};

// A text that is no message and still the answer to a request, which fails by it.
struct BrokenAnswer {
    Id id;
    Failure failure;
};
std::optional<BrokenAnswer> broken_answer(const BadMessage& bad, std::string_view text);

struct TransportEvents {
    std::function<void(Message)> on_message;
    // The request of that id will never be answered; the transport itself goes on.
    std::function<void(const Id&, const Failure&)> on_failed;
    // Nothing more can be sent or come. Once.
    std::function<void(const Failure&)> on_end;
    // For the log: what the server wrote beside the protocol.
    std::function<void(const std::string&)> on_note;
};

class Transport {
public:
    virtual ~Transport() = default;

    virtual Result<void, Failure> open(TransportEvents events) = 0;

    // Messages leave in the order of the calls. A request is on its way when this returns; others
    // have been taken by the server or wait for it in line, or the time is over.
    virtual Result<void, Failure> send(
        const Message& message, std::chrono::milliseconds timeout
    ) = 0;

    // Nobody waits for the answer to that request any more.
    virtual void abandon(const Id& id) = 0;

    // Both sides agreed on this version of the protocol.
    virtual void agreed(const std::string& version) = 0;

    // Ends it in good order, and by force where that does not help. From any thread; may be called
    // again.
    virtual void close() = 0;
};

}  // namespace fovea::mcp
