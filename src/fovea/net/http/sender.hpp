// Whoever sends HTTP requests: the client (client.hpp), or a script in its place.
//
//     const auto response = sender.send({.method = "POST", .url = url, .body = &body}, events, stop);
//
// send() blocks the calling thread until the response is whole, a time is over or `stop` is asked for.
// Several threads may send at once.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/http/message.hpp"

#include <stop_token>

namespace fovea::net {

class HttpSender {
public:
    virtual ~HttpSender() = default;

    virtual Result<HttpResponse, HttpFailure> send(
        const HttpRequest& request, const HttpEvents& events, const std::stop_token& stop
    ) = 0;
};

}  // namespace fovea::net
