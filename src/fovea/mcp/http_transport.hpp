// A server behind a URL ("streamable HTTP"): each message is a POST, answers come as JSON or as a
// stream of events.
//
//     HttpTransport transport(client, {.url = "https://host/mcp", .headers = {…}});
//
// Each request has a thread of its own until its answer came. A stream that was cut before that is
// taken up again where it ended (Last-Event-ID), after the time that the server asked for. One more
// thread listens for what the server says unasked, where it offers such a stream. The session that
// the server gave goes with every request and is ended by close(); once the server does not know it
// any more, requests fail with SessionLost.
//
// The URL is the user's choice and passes no gate; `Reach::LoopbackOnly` of the client holds.
#pragma once

#include "fovea/mcp/http_answer.hpp"
#include "fovea/mcp/transport.hpp"
#include "fovea/net/http/sender.hpp"

#include <condition_variable>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace fovea::mcp {

struct HttpTransportSettings {
    std::string url;
    net::HttpHeaders headers = {};
    std::chrono::milliseconds default_retry{1'000};  // where the server names none
};

class HttpTransport final : public Transport {
public:
    // The client outlives it.
    HttpTransport(net::HttpSender& client, HttpTransportSettings settings);
    ~HttpTransport() override;

    Result<void, Failure> open(TransportEvents events) override;
    Result<void, Failure> send(const Message& message, std::chrono::milliseconds timeout) override;
    void abandon(const Id& id) override;
    void agreed(const std::string& version) override;
    void close() override;

private:
    struct Running {
        Id id;
        bool done = false;
        std::jthread thread;  // its stop token ends the request
    };
    struct HttpSession {
        std::string id;
        std::string version;
    };

    Result<void, Failure> start(const Request& request);
    void run(const Request& request, const std::stop_token& stop);
    void run_safely(const Request& request, const std::stop_token& stop);
    void listen(const std::stop_token& stop);
    void listen_safely(const std::stop_token& stop);
    HttpAnswer post(
        const Message& message,
        std::chrono::milliseconds timeout,
        const AnswerEvents& events,
        const std::stop_token& stop
    );
    HttpAnswer get(
        const std::string& last_id, const AnswerEvents& events, const std::stop_token& stop
    );
    net::HttpRequest request_of(std::string method) const;
    bool is_lost(const HttpAnswer& answer) const;
    void pause(std::chrono::milliseconds time, const std::stop_token& stop);
    void end_session();

    net::HttpSender& client_;
    HttpTransportSettings settings_;
    TransportEvents events_;
    mutable std::mutex mutex_;  // guards session_, running_, closed_
    std::condition_variable_any paused_;
    HttpSession session_;
    std::list<Running> running_;
    bool closed_ = false;
    std::stop_source closing_;
    std::mutex joining_;
    std::jthread listener_;
};

}  // namespace fovea::mcp
