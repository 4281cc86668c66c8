// An answer that is given later, or goes on for long: a poll that waits, an event stream, a WebSocket.
// Everything happens on the connection's loop; other threads get there by Wire::mailbox().
#pragma once

#include "fovea/net/server/server.hpp"
#include "fovea/serve/http/message.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace fovea::serve {

// What a long answer has of the connection. Valid until it ends the exchange, or is told gone().
class Wire {
public:
    virtual ~Wire() = default;

    // The whole answer, once: the exchange is over, and whoever called is about to go.
    virtual void respond(Response response) = 0;

    // Or its head alone; what is written after it is the body, and the connection ends with it.
    // 101: from now on the peer's bytes come to LongAnswer::take().
    virtual void open(Response head) = 0;
    virtual void write(std::shared_ptr<const std::string> bytes) = 0;
    virtual std::size_t unwritten() const = 0;
    // After open(): closed once all is written, or at once.
    virtual void finish() = 0;
    virtual void close() = 0;

    virtual std::shared_ptr<net::Mailbox> mailbox() = 0;
};

class LongAnswer {
public:
    virtual ~LongAnswer() = default;

    virtual void begin(Wire& wire) = 0;
    virtual void take(std::string_view) {}
    // All that was written is gone.
    virtual void drained() {}
    // The server is about to stop.
    virtual void stop() = 0;
    // The token that the peer came with does not count any more.
    virtual void dismiss() { stop(); }
    // The peer is gone: nothing can be written any more. Not called after respond().
    virtual void gone() = 0;
};

}  // namespace fovea::serve
