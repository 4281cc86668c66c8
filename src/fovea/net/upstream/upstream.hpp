// Calls HTTP servers from an event loop, for who passes bytes on: nothing blocks, nothing is copied whole, and connections
// are kept and used again. Over TLS it is HTTP/2 where the server offers that, many calls to one connection; else HTTP/1.1.
//
//     auto call = call_upstream(loop, settings, {origin, head}, listener);
//     call->write(piece);                       // as it comes; drained() when all of it is gone
//     call->request_done();
//     listener.upstream_head(…); …body(…); …done();   // or upstream_failed(), and nothing after it
//
// A call that is let go of before its end is cancelled at once: its connection is closed, or the server told. Certificates are always
// verified, redirects are not followed, nothing is logged. No proxy is asked: see proxy_variables.hpp.
#pragma once

#include "fovea/net/http/client.hpp"
#include "fovea/net/http/message.hpp"
#include "fovea/net/http/origin.hpp"
#include "fovea/net/server/server.hpp"
#include "fovea/net/upstream/response_reader.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace fovea::net {

struct UpstreamSettings {
    Reach reach = Reach::Anywhere;
    std::string ca_file = {};                    // whom to trust. Empty: the system's
    std::chrono::milliseconds connect{10'000};   // name, TCP and TLS together
    std::chrono::milliseconds silence{600'000};  // connected, and no byte in or out for so long
    std::chrono::milliseconds kept{55'000};      // unused
    std::size_t max_kept = 256;                  // unused, of one origin on one loop
    std::size_t max_unwritten =
        1u << 20;  // from then on nothing is read: the server has to take something first
};

struct UpstreamRequest {
    Origin origin;
    std::string head;  // as of HTTP/1.1, whole, with its empty line; names in lower case
    ResponseReader::Method method = ResponseReader::Method::Other;
};

// Whoever called; on the loop. May let go of its call from within.
class UpstreamListener {
public:
    virtual ~UpstreamListener() = default;
    virtual void upstream_head(ResponseHead head) = 0;
    virtual void upstream_body(std::string_view bytes) = 0;  // valid during the call
    virtual void upstream_done() = 0;
    virtual void upstream_failed(HttpFailure failure) = 0;
    virtual void upstream_drained() {}  // all that was written so far is gone
};

class UpstreamConnection;

class UpstreamCall {
public:
    UpstreamCall(std::shared_ptr<UpstreamConnection> connection, std::uint64_t number);
    UpstreamCall(const UpstreamCall&) = delete;
    UpstreamCall& operator=(const UpstreamCall&) = delete;
    ~UpstreamCall();

    void write(std::shared_ptr<const std::string> bytes);
    void request_done();
    std::size_t unwritten() const;

    // Takes nothing from the server until resume().
    void pause();
    void resume();

    // The connection had carried another call: the server may have closed it before it saw this one.
    bool was_reused() const;

private:
    const std::shared_ptr<UpstreamConnection> connection_;
    const std::uint64_t number_;  // of the connection's calls
};

// Borrows the listener until the call is let go of or has ended, the settings as long as the loop lives.
std::unique_ptr<UpstreamCall> call_upstream(
    EventLoop& loop,
    const UpstreamSettings& settings,
    UpstreamRequest request,
    UpstreamListener& listener
);

}  // namespace fovea::net
