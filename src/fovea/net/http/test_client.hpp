// For tests: asks and collects.
#pragma once

#include "fovea/net/http/client.hpp"

#include <optional>
#include <stop_token>
#include <string>

namespace fovea::net {

struct Got {
    Result<HttpResponse, HttpFailure> result;
    std::string body;

    // "200 the body", or what kept it from coming.
    std::string text() const {
        if (!result.ok()) return result.error().message;
        return std::to_string(result.value().status) + " " + body;
    }
    std::optional<HttpFailure::Kind> failure() const {
        if (result.ok()) return std::nullopt;
        return result.error().kind;
    }
};

inline Got ask(HttpClient& client, const HttpRequest& request, const std::stop_token& stop = {}) {
    std::string body;
    const auto collect = [&](std::string_view piece) {
        body += piece;
        return Flow::Continue;
    };
    auto result = client.send(request, {.on_body = collect}, stop);
    return {std::move(result), std::move(body)};
}

}  // namespace fovea::net
