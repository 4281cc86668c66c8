// One request and its answer, both as they come, on the client's loop: what the daemon hands to the gateway.
//
// The daemon gives the body to an Exchange piece by piece; it writes its answer to the Client, whenever it likes. Nothing
// here blocks.
#pragma once

#include "fovea/net/server/server.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::gateway {

using Headers =
    std::vector<std::pair<std::string, std::string>>;  // names in lower case, in their order

// The head of a request, and who sends it.
struct Asked {
    std::string method;
    std::string target;  // "/v1/messages?beta=true"
    Headers headers = {};
    std::optional<std::uint64_t> length = {};  // of the body; none: in chunks, or no body
    bool has_body = false;
    std::string id = {};     // of the request
    std::string token = {};  // whose: its name
    bool is_admin = false;
    std::optional<double> usd_per_day = {};  // of that token, over gateway.usd_per_day
    std::optional<std::int64_t> requests_per_minute = {};
};

// The way back. Valid until the exchange ends it or is told gone().
class Client {
public:
    virtual ~Client() = default;

    // Once. With a length the body has exactly so many bytes.
    virtual void begin(int status, Headers headers, std::optional<std::uint64_t> length) = 0;
    virtual void write(std::string bytes) = 0;
    virtual std::size_t unwritten() const = 0;
    virtual void end() = 0;    // the answer is whole; the exchange is over
    virtual void abort() = 0;  // it never will be: the connection is closed

    // Takes nothing of the request until resume().
    virtual void pause() = 0;
    virtual void resume() = 0;

    virtual net::EventLoop& loop() = 0;
    virtual std::shared_ptr<net::Mailbox> mailbox() = 0;
};

class Exchange {
public:
    virtual ~Exchange() = default;

    virtual void take(std::string_view bytes) = 0;  // valid during the call
    virtual void finished() = 0;                    // the body is whole
    virtual void drained() {}                       // all that was written is gone
    virtual void gone() = 0;                        // the client is
    virtual void stop() {}                          // the daemon is about to
};

}  // namespace fovea::gateway
