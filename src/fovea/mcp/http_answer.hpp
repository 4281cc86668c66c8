// Sends one HTTP request of the protocol and hands on each message of its answer, be it one JSON
// text or a stream of events.
//
//     const HttpAnswer answer = ask(client, request, {.on_message = …}, stop);
//     if (answer.failure) …
//
// Blocks until the answer is whole, the receiver wants no more, or `stop` is asked for. A stream that
// was cut is no failure by itself: `last_id` says whether it can be taken up again.
#pragma once

#include "fovea/mcp/transport.hpp"
#include "fovea/net/http/sender.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::mcp {

struct AnswerEvents {
    std::function<void(const net::HttpResponse&)> on_head = {};
    std::function<net::Flow(Message)> on_message = {};
    // What came as the answer to that request cannot be read.
    std::function<net::Flow(const BrokenAnswer&)> on_broken = {};
    std::function<void(const std::string&)> on_note = {};
};

struct HttpAnswer {
    int status = 0;  // 0: none came
    std::optional<Failure> failure;
    std::optional<Failure> unread;  // the last that came and was no message
    std::string last_id;            // of a stream; empty: it cannot be taken up again
    std::optional<std::chrono::milliseconds> retry;
    bool stopped = false;  // on_message or on_broken said so
};

HttpAnswer ask(
    net::HttpSender& client,
    const net::HttpRequest& request,
    const AnswerEvents& events,
    const std::stop_token& stop
);

}  // namespace fovea::mcp
