// What is said on an open connection to a server: HTTP/1.1, one call after the other (http1.hpp), or HTTP/2, many at once
// (http2.hpp). Internal to upstream/; of one loop.
#pragma once

#include "fovea/net/upstream/upstream.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace fovea::net {

using UpstreamClock = std::chrono::steady_clock;
using CallNumber = std::uint64_t;  // of the connection's calls, from 1

// The connection, for who speaks on it.
class UpstreamWire {
public:
    virtual ~UpstreamWire() = default;

    virtual const Origin& origin() const = 0;
    virtual const UpstreamSettings& settings() const = 0;

    virtual void send(std::shared_ptr<const std::string> bytes) = 0;
    virtual std::size_t unsent() const = 0;
    virtual UpstreamClock::time_point last_move() const = 0;  // of any byte

    virtual void pause() = 0;  // nothing is read until resume()
    virtual void resume() = 0;

    // It may carry another call than those it has.
    virtual void offer() = 0;
    // This server wants to be asked over HTTP/1.1.
    virtual void want_http1() = 0;
    virtual void close() = 0;
};

class UpstreamProtocol {
public:
    virtual ~UpstreamProtocol() = default;

    // ---- calls; those that have ended are ignored
    virtual void begin(CallNumber call, UpstreamRequest request, UpstreamListener& listener) = 0;
    virtual void write(CallNumber call, std::shared_ptr<const std::string> bytes) = 0;
    virtual void request_done(CallNumber call) = 0;
    virtual void let_go(CallNumber call) = 0;
    virtual void pause(CallNumber call) = 0;
    virtual void resume(CallNumber call) = 0;
    virtual std::size_t unwritten(CallNumber call) const = 0;

    virtual bool has_calls() const = 0;
    virtual bool takes_more() const = 0;  // another call may begin now

    // ---- the wire's
    virtual void take(std::string_view bytes) = 0;
    virtual void has_sent_all() = 0;
    virtual void ended() = 0;  // the server says no more
    // The connection is closed: every call is told.
    virtual void fail(HttpFailure::Kind kind, const std::string& what) = 0;
    // At the times; now and then, with calls.
    virtual void look(UpstreamClock::time_point now) = 0;
};

}  // namespace fovea::net
